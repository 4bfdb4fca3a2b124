import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ApiError, Unreachable } from '#lib/api/client.ts'
import { usePermission } from '#product/session/permissions.ts'
import { useTitle } from '#lib/routing/title.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { ReadOnlyFields } from '#ui/forms/read-only-fields.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { SettingColumn } from '#ui/forms/setting-section.tsx'
import { FiltersSection } from './filters-section.tsx'
import { LimitsSection } from './limits-section.tsx'
import { NameSection } from './name-section.tsx'
import { OriginsSection } from './origins-section.tsx'
import { PrivacySection } from './privacy-section.tsx'
import { RetentionSection } from './retention-section.tsx'
import { SettingsSkeleton } from './settings-skeleton.tsx'
import { SourceMapsSection } from './source-maps-section.tsx'
import { SpansSection } from './spans-section.tsx'
import { projectQuery } from '#product/projects/project-queries.ts'

const route = getRouteApi('/member/projects/$project/settings')

export function ProjectSettingsPage() {
  const { t } = useLingui()
  const { project: ref } = route.useParams()
  const mayChange = usePermission('project:write')
  const { data: project, error, refetch } = useQuery(projectQuery(ref))
  useTitle(project === undefined ? t`Settings` : t`Settings of ${project.name}`)
  // The screen of a project that does not exist is the one every wrong address gets.
  if (error instanceof ApiError && error.status === 404) throw error
  return (
    <main id="main" tabIndex={-1}>
      <PageBar title={t`Settings`}>
        <span className="min-w-0 truncate text-muted">{project?.name}</span>
        <span className="flex-1" />
        <OtherPages project={ref} />
      </PageBar>
      <SettingColumn>
        {error !== null && !(error instanceof Unreachable) && (
          <div className="py-5">
            <Failure title={t`Couldn’t load the settings`} error={error} onRetry={() => void refetch()} />
          </div>
        )}
        {project === undefined && error === null && <SettingsSkeleton />}
        {project !== undefined && (
          // Another project is another form: nothing half-typed may wander over.
          <div key={project.slug}>
            {project.own && (
              <div className="pt-5">
                <Notice title={t`This is Hindcast’s own project`}>
                  <Trans>Hindcast reports its own errors here.</Trans>
                </Notice>
              </div>
            )}
            <ReadOnlyFields allowed={mayChange} why={t`Your role doesn’t allow you to change this.`}>
              <NameSection project={project} />
              <OriginsSection project={project} />
              <LimitsSection project={project} />
              <FiltersSection project={project} />
              <SourceMapsSection project={project} />
              <PrivacySection project={project} />
              <SpansSection project={project} />
              <RetentionSection project={project} />
            </ReadOnlyFields>
          </div>
        )}
      </SettingColumn>
    </main>
  )
}

const LINK = 'text-accent hover:underline'

function OtherPages({ project }: { readonly project: string }) {
  const mayShare = usePermission('event:write')
  return (
    <>
      {mayShare && (
        <Link to="/projects/$project/links" params={{ project }} className={LINK}>
          <Trans>Public links</Trans>
        </Link>
      )}
      <Link to="/projects/$project/rules" params={{ project }} className={LINK}>
        <Trans>Grouping rules</Trans>
      </Link>
      <Link to="/projects/$project/keys" params={{ project }} className={LINK}>
        <Trans>Keys and DSNs</Trans>
      </Link>
    </>
  )
}
