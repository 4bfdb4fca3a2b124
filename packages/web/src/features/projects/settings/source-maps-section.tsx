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
      fetchSourceMaps ? t`Source map fetching turned on.` : t`Source map fetching turned off.`,
      { settings: { fetchSourceMaps: before } },
    ),
  )
  return (
    <SettingForm
      id="source-maps"
      title={t`Source maps`}
      about={
        <Trans>
          Uploading source maps with your build works best. Without an upload, Hindcast can fetch the script
          from an error and the source map it references.
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
        <Trans>Scripts from any public address are fetched, because every origin is allowed.</Trans>
      ) : (
        <Trans>Only scripts from allowed origins are fetched.</Trans>
      )}{' '}
      <Trans>
        Private, local and cloud-internal addresses are never contacted, not even through a redirect, unless
        the server allows the host. No cookies or credentials are sent.
      </Trans>
    </>
  )
}
