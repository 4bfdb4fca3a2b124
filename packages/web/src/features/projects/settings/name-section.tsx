import type { ProjectDetail } from '@hindcast/contract/projects/projects.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { fieldErrorAt, fieldErrorsOf } from '#lib/api/field-errors.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { patchProject } from './project-cache.ts'
import { SettingForm } from './setting-form.tsx'
import { useDraft } from './use-draft.ts'
import { useProjectUpdate } from './use-project-update.ts'

export function NameSection({ project }: { readonly project: ProjectDetail }) {
  const { t } = useLingui()
  const update = useProjectUpdate(project)
  const before = project.name
  const draft = useDraft(before, async (typed) => {
    const name = typed.trim()
    patchProject(project.slug, (shown) => ({ ...shown, name }))
    try {
      await update({ name }, t`Project renamed to ${name}.`, { name: before })
    } catch (error) {
      patchProject(project.slug, (shown) => ({ ...shown, name: before }))
      throw error
    }
  })
  const empty = draft.value.trim() === ''
  return (
    <SettingForm
      id="name"
      title={t`Project name`}
      about={
        <Trans>
          URLs and short IDs keep <span className="code">{project.slug}</span>.
        </Trans>
      }
      draft={draft}
      invalid={empty}
    >
      <div className="max-w-96">
        <TextField
          label={t`Name`}
          maxLength={64}
          autoComplete="off"
          value={draft.value}
          fault={empty ? t`Enter a project name.` : fieldErrorAt(fieldErrorsOf(draft.error), 'name')}
          onChange={({ target }) => draft.edit(target.value)}
        />
      </div>
    </SettingForm>
  )
}
