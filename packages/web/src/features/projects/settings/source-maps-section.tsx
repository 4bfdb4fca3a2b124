import type { ProjectDetail } from '@hindcast/contract/projects/projects.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Switch } from '#ui/forms/switch.tsx'
import { SettingForm } from './setting-form.tsx'
import { useDraft } from './use-draft.ts'
import { useProjectUpdate } from './use-project-update.ts'

export function SourceMapsSection({ project }: { readonly project: ProjectDetail }) {
  const { t } = useLingui()
  const update = useProjectUpdate(project)
  const before = project.settings.fetchSourceMaps
  const draft = useDraft(before, (fetchSourceMaps) =>
    update(
      { settings: { fetchSourceMaps } },
      fetchSourceMaps ? t`Source maps are fetched from now on.` : t`Source maps are not fetched any more.`,
      { settings: { fetchSourceMaps: before } },
    ),
  )
  return (
    <SettingForm
      id="source-maps"
      title={t`Source maps`}
      about={
        <Trans>
          Uploading them with your build is the surest way to readable stacks. Where none was uploaded,
          Hindcast can fetch a script that appears in an error, and the source map it names.
        </Trans>
      }
      draft={draft}
    >
      <Switch
        label={t`Fetch source maps from your site`}
        hint={<WhichAddresses anyHost={asksAnyHost(project)} />}
        checked={draft.value}
        onChange={({ target }) => draft.edit(target.checked)}
      />
    </SettingForm>
  )
}

function asksAnyHost({ settings }: ProjectDetail): boolean {
  return settings.allowedOrigins.length === 0 || settings.allowedOrigins.includes('*')
}

function WhichAddresses({ anyHost }: { readonly anyHost: boolean }) {
  return (
    <>
      {anyHost ? (
        <Trans>Scripts on any public address are asked for, because every origin is allowed.</Trans>
      ) : (
        <Trans>Only scripts of the allowed origins are asked for.</Trans>
      )}{' '}
      <Trans>
        Private, local and cloud-internal addresses are never asked, not by a redirect either, unless whoever
        runs Hindcast allows the host. No cookies or passwords are sent.
      </Trans>
    </>
  )
}
