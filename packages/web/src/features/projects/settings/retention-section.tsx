import type { ProjectDetail } from '@hindcast/contract/projects/projects.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { fieldErrorAt, fieldErrorsOf } from '#lib/api/field-errors.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { SettingForm } from './setting-form.tsx'
import { MOST_DAYS, readWhole } from './settings-rules.ts'
import { useDraft } from './use-draft.ts'
import { useProjectUpdate } from './use-project-update.ts'

export function RetentionSection({ project }: { readonly project: ProjectDetail }) {
  const { t } = useLingui()
  const update = useProjectUpdate(project)
  const before = project.settings.retentionDays
  const draft = useDraft(String(before), async (text) => {
    const retentionDays = readWhole(text, 1, MOST_DAYS) ?? before
    // Within the hour the older events are gone, and no undo brings them back; none is promised.
    const back = retentionDays < before ? undefined : { settings: { retentionDays: before } }
    await update({ settings: { retentionDays } }, t`Retention saved.`, back)
  })
  const days = readWhole(draft.value, 1, MOST_DAYS)
  return (
    <SettingForm
      id="retention"
      title={t`Retention`}
      about={
        <Trans>Events are deleted after this many days, and issues once they have no events left.</Trans>
      }
      draft={draft}
      invalid={days === undefined}
    >
      <div className="max-w-40">
        <TextField
          label={t`Days`}
          inputMode="numeric"
          autoComplete="off"
          value={draft.value}
          fault={
            days === undefined
              ? t`Enter a whole number from 1 to ${MOST_DAYS}.`
              : fieldErrorAt(fieldErrorsOf(draft.error), 'retentionDays')
          }
          onChange={({ target }) => draft.edit(target.value)}
        />
      </div>
      {days !== undefined && days < before && (
        <Notice tone="warning" title={t`This permanently deletes events`}>
          <Plural
            value={days}
            one="Everything older than # day is deleted within an hour of saving. This can’t be undone."
            other="Everything older than # days is deleted within an hour of saving. This can’t be undone."
          />
        </Notice>
      )}
    </SettingForm>
  )
}
