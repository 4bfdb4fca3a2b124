import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '#lib/api/client.ts'
import { fieldErrorAt, fieldErrorsOf } from '#lib/api/field-errors.ts'
import { notify } from '#lib/state/notices.ts'
import { Button } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { patchProject } from '#features/projects/settings/project-cache.ts'

export function AddKey({ project }: { readonly project: string }) {
  const { t } = useLingui()
  const [label, setLabel] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const fault = fieldErrorAt(fieldErrorsOf(error), 'label')
  const add = async () => {
    setBusy(true)
    try {
      const key = await api('POST /api/v1/projects/:project/keys', { params: { project }, body: { label } })
      patchProject(project, (shown) => ({ ...shown, keys: [...shown.keys, key] }))
      setLabel('')
      setError(undefined)
      notify({ tone: 'done', text: t`Key ${key.label} added.` })
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel title={t`Add a key`}>
      <form
        className="grid gap-3 p-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void add()
        }}
      >
        {error !== undefined && fault === undefined && (
          <Failure title={t`Couldn’t add the key`} error={error} />
        )}
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1 basis-60">
            <TextField
              label={t`Name`}
              required
              maxLength={64}
              autoComplete="off"
              placeholder="checkout-frontend"
              value={label}
              fault={fault}
              onChange={({ target }) => setLabel(target.value)}
            />
          </div>
          <Button type="submit" icon="plus" className="min-h-8" busy={busy}>
            <Trans>Add key</Trans>
          </Button>
        </div>
      </form>
    </Panel>
  )
}
