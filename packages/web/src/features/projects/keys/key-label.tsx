import type { ProjectKey } from '@hindcast/contract/projects/projects.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { api } from '#lib/api/client.ts'
import { fieldErrorAt, fieldErrorsOf } from '#lib/api/field-errors.ts'
import { usePermission } from '#product/session/permissions.ts'
import { notify } from '#lib/state/notices.ts'
import { Button } from '#ui/base/button.tsx'
import { INPUT } from '#ui/forms/text-field.tsx'
import { patchKey } from '#features/projects/settings/project-cache.ts'

interface Props {
  readonly project: string
  readonly entry: ProjectKey
}

/** The name of a key, which turns into a field where it stands. */
export function KeyLabel({ project, entry }: Props) {
  const [editing, edit] = useState(false)
  const mayChange = usePermission('project:write')
  const button = useRef<HTMLSpanElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.querySelector('button')?.focus()
    wasEditing.current = editing
  }, [editing])
  if (editing) return <LabelForm project={project} entry={entry} onDone={() => edit(false)} />
  return (
    <span ref={button} className="flex min-w-0 items-center gap-2">
      <h2 className="min-w-0 text-form font-bold break-words">{entry.label}</h2>
      {mayChange && (
        <Button kind="quiet" onClick={() => edit(true)}>
          <Trans>Rename</Trans>
        </Button>
      )}
    </span>
  )
}

/** Optimistic, with undo; a rejection is thrown to the caller. */
function useRename(project: string, { id, label: before }: ProjectKey) {
  const { t } = useLingui()
  const put = async (label: string) => {
    patchKey(project, id, { label })
    try {
      patchKey(
        project,
        id,
        await api('PATCH /api/v1/projects/:project/keys/:key', {
          params: { project, key: id },
          body: { label },
        }),
      )
    } catch (failure) {
      patchKey(project, id, { label: before })
      throw failure
    }
  }
  return async (label: string) => {
    if (label === before) return
    await put(label)
    const undo = () => {
      put(before).catch(() => notify({ tone: 'failed', text: t`Couldn’t undo this.` }))
    }
    notify({ tone: 'done', text: t`Key renamed to ${label}.`, undo })
  }
}

function LabelForm({ project, entry, onDone }: Props & { readonly onDone: () => void }) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<unknown>()
  const rename = useRename(project, entry)
  useEffect(() => field.current?.select(), [])
  const fault =
    error === undefined
      ? undefined
      : (fieldErrorAt(fieldErrorsOf(error), 'label') ?? t`Couldn’t save the name.`)
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void rename(field.current?.value.trim() ?? '').then(onDone, setError)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone()
      }}
    >
      <span className="w-56 max-w-full">
        <input
          ref={field}
          className={INPUT}
          aria-label={t`Key name`}
          aria-invalid={fault !== undefined || undefined}
          required
          maxLength={64}
          autoComplete="off"
          defaultValue={entry.label}
        />
      </span>
      <Button type="submit" kind="primary">
        <Trans>Save</Trans>
      </Button>
      <Button kind="quiet" onClick={onDone}>
        <Trans>Cancel</Trans>
      </Button>
      {fault !== undefined && (
        <span role="alert" className="text-meta text-error">
          {fault}
        </span>
      )}
    </form>
  )
}
