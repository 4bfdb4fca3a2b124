import type { ProjectDetail } from '@hindcast/contract/projects/projects.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { fieldErrorAt, fieldErrorsOf } from '#lib/api/field-errors.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { KindRetentionTable } from './kind-retention-table.tsx'
import { asRetentionDraft, keepsLess, MOST_DAYS, readRetention } from './retention-draft.ts'
import { SettingForm } from './setting-form.tsx'
import { readWhole } from './settings-rules.ts'
import { useDraft } from './use-draft.ts'
import { useProjectUpdate } from './use-project-update.ts'

export function RetentionSection({ project }: { readonly project: ProjectDetail }) {
  const { t } = useLingui()
  const update = useProjectUpdate(project)
  const { retentionDays, retention } = project.settings
  const before = { retentionDays, retention }
  const draft = useDraft(asRetentionDraft(before), async (typed) => {
    const settings = readRetention(typed) ?? before
    // Within the hour the older events are gone, and no undo brings them back; none is promised.
    const back = keepsLess(before, settings) ? undefined : { settings: before }
    await update({ settings }, t`Retention saved.`, back)
  })
  const { days, kinds } = draft.value
  const read = readRetention(draft.value)
  return (
    <SettingForm
      id="retention"
      title={t`Retention`}
      about={
        <Trans>Events are deleted after this many days, and issues once they have no events left.</Trans>
      }
      draft={draft}
      invalid={read === undefined}
    >
      <div className="max-w-40">
        <TextField
          label={t`Days`}
          inputMode="numeric"
          autoComplete="off"
          value={days}
          fault={
            readWhole(days, 1, MOST_DAYS) === undefined
              ? t`Enter a whole number from 1 to ${MOST_DAYS}.`
              : fieldErrorAt(fieldErrorsOf(draft.error), 'retentionDays')
          }
          onChange={({ target }) => draft.edit({ ...draft.value, days: target.value })}
        />
      </div>
      <KindRetentionTable
        kinds={kinds}
        days={days}
        onChange={(kind, kept) => draft.edit({ ...draft.value, kinds: { ...kinds, [kind]: kept } })}
      />
      <p className="text-meta text-muted">
        <Trans>
          Above “At most”, new data replaces the oldest, so anyone who has the public key can push older data
          out, as fast as the project’s limits allow.
        </Trans>
      </p>
      {read !== undefined && keepsLess(before, read) && (
        <Notice tone="warning" title={t`This permanently deletes events`}>
          <Trans>
            Whatever is older, or beyond the number to keep, is deleted within an hour of saving. This can’t
            be undone.
          </Trans>
        </Notice>
      )}
    </SettingForm>
  )
}
