import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTitle } from '#lib/routing/title.ts'
import { projectsQuery } from '#product/session/session-queries.ts'
import { ConnectPrompt } from '#product/projects/connect-prompt.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { ErrorTimeline } from './error-timeline.tsx'
import { HeadlineFigures } from './headline-figures.tsx'
import { IssuePart } from './issue-part.tsx'
import { useOverviewPart } from './overview-queries.ts'
import { ReleasePart } from './release-part.tsx'
import { RoutePart } from './route-part.tsx'
import { SetupPart } from './setup-part.tsx'

const route = getRouteApi('/member/projects/$project/overview')

/** The first thing to see in the morning. */
export function OverviewPage() {
  const { t } = useLingui()
  useTitle(t`Overview`)
  const { project } = route.useParams()
  const waiting = useIsWaiting(project)
  return (
    <main id="main" tabIndex={-1} className="min-w-0 flex-1">
      <PageBar title={t`Overview`}>
        <span className="flex-1 text-muted max-phone:hidden">
          <Trans>The last 24 hours, compared with yesterday and last week</Trans>
        </span>
      </PageBar>
      {waiting ? <NothingYet project={project} /> : <Parts key={project} project={project} />}
    </main>
  )
}

/** An application may send page loads before its first error; those are worth the whole page. */
function useIsWaiting(project: string): boolean {
  const { data: projects = [] } = useQuery(projectsQuery)
  const { data: routes } = useOverviewPart(project, 'routes')
  const hasNoEvents = projects.some(({ slug, firstEventAt }) => slug === project && firstEventAt === null)
  return hasNoEvents && routes?.visited === false
}

function Parts({ project }: { readonly project: string }) {
  return (
    <div className="mx-auto grid max-w-360 grid-cols-1 gap-4 p-(--gutter)">
      <HeadlineFigures project={project} />
      <ErrorTimeline project={project} />
      <div className="grid grid-cols-1 items-start gap-4 desk:grid-cols-2">
        <IssuePart project={project} />
        <RoutePart project={project} />
      </div>
      <div className="grid grid-cols-1 items-start gap-4 desk:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <ReleasePart project={project} />
        <SetupPart project={project} />
      </div>
    </div>
  )
}

function NothingYet({ project }: { readonly project: string }) {
  const { t } = useLingui()
  return (
    <ConnectPrompt project={project} title={t`Waiting for the first event`}>
      <p>
        <Trans>
          Errors, affected users, slow routes and releases appear here as soon as your app sends something.
          You can also start with sample data.
        </Trans>
      </p>
    </ConnectPrompt>
  )
}
