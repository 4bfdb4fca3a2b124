import type { ProjectDetail } from '@hindcast/contract/projects/projects.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { fieldErrorAt, fieldErrorsOf } from '#lib/api/field-errors.ts'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { SettingForm } from './setting-form.tsx'
import { LEAST_SPANS, MOST_SPANS, readSpansPerHour } from './spans-draft.ts'
import { useDraft } from './use-draft.ts'
import { useProjectUpdate } from './use-project-update.ts'

/** How many spans of an hour are kept; the rest is thinned out as it arrives. */
export function SpansSection({ project }: { readonly project: ProjectDetail }) {
  const { t } = useLingui()
  const update = useProjectUpdate(project)
  const before = project.settings.spansPerHour
  const draft = useDraft(String(before ?? ''), async (typed) => {
    const spansPerHour = readSpansPerHour(typed) ?? null
    await update({ settings: { spansPerHour } }, t`Spans to keep saved.`, {
      settings: { spansPerHour: before },
    })
  })
  const isWrong = readSpansPerHour(draft.value) === undefined
  const [least, most] = [LEAST_SPANS, MOST_SPANS].map((number) => countOf(number, locale))
  return (
    <SettingForm
      id="spans"
      title={t`Spans to keep`}
      about={
        <Trans>
          If more spans arrive, whole traces are left out. Traces with an error, slow traces and new releases
          are kept first, and counts are extrapolated.
        </Trans>
      }
      draft={draft}
      invalid={isWrong}
    >
      <div className="max-w-60">
        <TextField
          label={t`Spans per hour`}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t`No limit`}
          value={draft.value}
          fault={
            isWrong
              ? t`Enter a whole number from ${least} to ${most}, or leave it empty.`
              : fieldErrorAt(fieldErrorsOf(draft.error), 'spansPerHour')
          }
          onChange={({ target }) => draft.edit(target.value)}
        />
      </div>
    </SettingForm>
  )
}
