import type { ProjectDetail } from '@hindcast/contract/projects/projects.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { fieldErrorAt, fieldErrorsOf } from '#lib/api/field-errors.ts'
import { ListEditor } from '#ui/forms/list-editor.tsx'
import { SettingForm } from './setting-form.tsx'
import { asOrigin, filled, isOrigin } from './settings-rules.ts'
import { useDraft, type Saving } from './use-draft.ts'
import { useProjectUpdate } from './use-project-update.ts'

export function OriginsSection({ project }: { readonly project: ProjectDetail }) {
  const { t } = useLingui()
  const update = useProjectUpdate(project)
  const before = project.settings.allowedOrigins
  const draft = useDraft<readonly string[]>(before, (items) =>
    update(
      { settings: { allowedOrigins: filled(items.map(asOrigin)) as string[] } },
      t`Allowed origins saved.`,
      { settings: { allowedOrigins: before } },
    ),
  )
  const faults = fieldErrorsOf(draft.error)
  // Errors are only shown after the first attempt to save.
  const [tried, setTried] = useState(false)
  const careful: Saving = {
    ...draft,
    save: () => {
      setTried(true)
      if (draft.value.every((item) => item.trim() === '' || isOrigin(asOrigin(item)))) draft.save()
    },
  }
  const faultOf = (index: number) => {
    const text = asOrigin(draft.value[index] ?? '')
    if (tried && text !== '' && !isOrigin(text))
      return t`Enter an origin such as https://shop.example.com, a host, or *.example.com.`
    return fieldErrorAt(faults, `allowedOrigins.${index}`)
  }
  return (
    <SettingForm
      id="origins"
      title={t`Allowed origins`}
      about={
        <Trans>
          Websites that may send events from the browser. Leave empty to allow all. Servers and native apps
          are always allowed.
        </Trans>
      }
      draft={careful}
    >
      <ListEditor
        label={t`Origin`}
        addLabel={t`Add an origin`}
        placeholder="https://shop.example.com"
        items={draft.value}
        onChange={draft.edit}
        faultOf={faultOf}
      />
    </SettingForm>
  )
}
