import type { ProjectDetail } from '@hindcast/contract/projects/projects.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { fieldErrorAt, fieldErrorsOf } from '#lib/api/field-errors.ts'
import { ListEditor } from '#ui/forms/list-editor.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { SettingForm } from './setting-form.tsx'
import { filled } from './settings-rules.ts'
import { useDraft } from './use-draft.ts'
import { useProjectUpdate } from './use-project-update.ts'

export function PrivacySection({ project }: { readonly project: ProjectDetail }) {
  const { t } = useLingui()
  const update = useProjectUpdate(project)
  const { scrubDefaults, scrubKeys, storeClientAddress } = project.settings
  const before = { scrubDefaults, scrubKeys, storeClientAddress }
  const draft = useDraft(before, (value) =>
    update(
      { settings: { ...value, scrubKeys: filled(value.scrubKeys) as string[] } },
      t`Saved. Applies to new events.`,
      { settings: before },
    ),
  )
  const faults = fieldErrorsOf(draft.error)
  const { value } = draft
  return (
    <SettingForm
      id="privacy"
      title={t`Privacy`}
      about={<Trans>Values are replaced before events are stored. Existing events are not changed.</Trans>}
      draft={draft}
    >
      <Switch
        label={t`Replace passwords, tokens and card numbers`}
        hint={t`Detected by field name and format.`}
        checked={value.scrubDefaults}
        onChange={({ target }) => draft.edit({ ...value, scrubDefaults: target.checked })}
      />
      <Switch
        label={t`Store IP addresses`}
        hint={t`When off, IP addresses aren’t stored and users known only by IP aren’t counted.`}
        checked={value.storeClientAddress}
        onChange={({ target }) => draft.edit({ ...value, storeClientAddress: target.checked })}
      />
      <div className="grid gap-1.5">
        <p className="font-strong">
          <Trans>Additional field names</Trans>
        </p>
        <ListEditor
          label={t`Name`}
          addLabel={t`Add a field name`}
          placeholder="iban"
          items={value.scrubKeys}
          onChange={(scrubKeys) => draft.edit({ ...value, scrubKeys: [...scrubKeys] })}
          faultOf={(index) => fieldErrorAt(faults, `scrubKeys.${index}`)}
        />
      </div>
    </SettingForm>
  )
}
