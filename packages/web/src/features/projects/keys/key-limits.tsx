import type { ProjectKey } from '@hindcast/contract/projects/projects.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { api } from '#lib/api/client.ts'
import { notify } from '#lib/state/notices.ts'
import { patchKey } from '#features/projects/settings/project-cache.ts'
import { QuotaEditor } from '#features/projects/settings/quota-editor.tsx'
import { SaveBar } from '#features/projects/settings/save-bar.tsx'
import { asDrafts, readQuotas, type Quota } from '#features/projects/settings/settings-rules.ts'
import { useDraft } from '#features/projects/settings/use-draft.ts'

interface Props {
  readonly project: string
  readonly entry: ProjectKey
}

export function KeyLimits({ project, entry }: Props) {
  const { t } = useLingui()
  const before = entry.quotas
  const put = async (quotas: Quota[]) =>
    patchKey(
      project,
      entry.id,
      await api('PATCH /api/v1/projects/:project/keys/:key', {
        params: { project, key: entry.id },
        body: { quotas },
      }),
    )
  const draft = useDraft(asDrafts(before), async (drafts) => {
    await put(readQuotas(drafts) ?? before)
    const undo = () => {
      put(before).catch(() => notify({ tone: 'failed', text: t`Couldn’t undo this.` }))
    }
    notify({ tone: 'done', text: t`Key limits saved.`, undo })
  })
  const invalid = readQuotas(draft.value) === undefined
  return (
    <details className="border-t border-line pt-2">
      <summary className="min-h-7 py-1 font-strong">
        {before.length === 0 ? (
          <Trans>Key limits: none</Trans>
        ) : (
          <Plural value={before.length} one="Key limits: #" other="Key limits: #" />
        )}
      </summary>
      <form
        className="grid gap-3 pt-2"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (draft.dirty && !invalid && !draft.busy) draft.save()
        }}
      >
        <QuotaEditor quotas={draft.value} onChange={draft.edit} />
        <SaveBar draft={draft} invalid={invalid} />
      </form>
    </details>
  )
}
