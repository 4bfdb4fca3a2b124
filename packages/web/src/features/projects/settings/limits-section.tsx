import type { ProjectDetail } from '@hindcast/contract/projects/projects.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { QuotaEditor } from './quota-editor.tsx'
import { SettingForm } from './setting-form.tsx'
import { asDrafts, readQuotas } from './settings-rules.ts'
import { useDraft } from './use-draft.ts'
import { useProjectUpdate } from './use-project-update.ts'

export function LimitsSection({ project }: { readonly project: ProjectDetail }) {
  const { t } = useLingui()
  const update = useProjectUpdate(project)
  const before = project.settings.quotas
  const draft = useDraft(asDrafts(before), async (drafts) => {
    await update({ settings: { quotas: readQuotas(drafts) ?? before } }, t`Limits saved.`, {
      settings: { quotas: before },
    })
  })
  return (
    <SettingForm
      id="limits"
      title={t`Project limits`}
      about={
        <Trans>
          Data above a limit is rejected with Retry-After and counted on the intake page. Keys can have their
          own limits.
        </Trans>
      }
      draft={draft}
      invalid={readQuotas(draft.value) === undefined}
    >
      <QuotaEditor quotas={draft.value} onChange={draft.edit} />
    </SettingForm>
  )
}
