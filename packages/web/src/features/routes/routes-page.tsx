import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { isMissing, Unreachable } from '#lib/api/client.ts'
import { useTitle } from '#lib/routing/title.ts'
import { DownloadMenu } from '#product/download-menu.tsx'
import { RenamedInPart } from '#product/routes/renamed-in-part.tsx'
import { PeriodChoice } from '#product/period-choice.tsx'
import { readVisitsSearch, type VisitsSearch } from '#product/search-params.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Changed } from './changed.tsx'
import { useListKeys } from '#product/list-keys.ts'
import { ConnectPrompt } from '#product/projects/connect-prompt.tsx'
import { routeStatsQuery } from './route-queries.ts'
import { RouteTable } from './route-table.tsx'
import { NarrowedTo, VisitsFilter } from './visits-filter.tsx'

const route = getRouteApi('/member/projects/$project/routes')

export function RoutesPage() {
  const { t } = useLingui()
  useTitle(t`Routes`)
  useListKeys()
  const { project } = route.useParams()
  const view = route.useSearch()
  const { last: _last, ...filter } = view
  const { data, error, refetch } = useQuery({
    ...routeStatsQuery(project, view),
    placeholderData: keepPreviousData,
    throwOnError: isMissing,
  })
  return (
    <main id="main" tabIndex={-1} className="min-w-0 flex-1">
      <PageBar title={t`Routes`}>
        <span className="flex-1 text-muted max-phone:hidden">
          <Trans>Which pages keep your users waiting</Trans>
        </span>
        <Link
          to="/projects/$project/routes/rules"
          params={{ project }}
          className="rounded-control whitespace-nowrap text-accent hover:underline"
        >
          <Trans>Route names</Trans>
        </Link>
        {data !== undefined && <VisitsFilter choices={data.choices} view={view} />}
        <PeriodChoice chosen={view.last ?? '7d'} usual="7d" read={readVisitsSearch} />
        {data !== undefined && (
          <DownloadMenu
            path={`/api/v1/projects/${project}/route-stats`}
            query={{ ...filter, from: data.from }}
          />
        )}
      </PageBar>
      <div className="mx-auto grid max-w-360 gap-4 p-(--gutter)">
        {error !== null && !(error instanceof Unreachable) && (
          <Failure title={t`Couldn’t load the routes`} error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && (error === null || error instanceof Unreachable) && <RoutesSkeleton />}
        {data !== undefined && data.routes.length === 0 && <NoRoutes {...{ project, view }} />}
        {data !== undefined && data.routes.length > 0 && (
          <>
            <Changed routes={data.routes} compared={data.compared} {...{ project, view }} />
            <RouteTable routes={data.routes} {...{ project, view }} />
            <RenamedInPart isShown={data.renamedInPart} />
          </>
        )}
      </div>
    </main>
  )
}

function RoutesSkeleton() {
  return (
    <Panel>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="flex items-center gap-6 border-b border-line px-3 py-3 last:border-b-0">
          <span className="flex-1">
            <Skeleton width={180} height={14} />
          </span>
          <Skeleton width={60} height={14} />
          <span className="max-pane:hidden">
            <Skeleton width={260} height={14} />
          </span>
        </div>
      ))}
    </Panel>
  )
}

function NoRoutes({ project, view }: { readonly project: string; readonly view: VisitsSearch }) {
  const { t } = useLingui()
  if (view.release !== undefined || view.environment !== undefined)
    return (
      <EmptyState title={t`No visits match`}>
        <NarrowedTo view={view} />
      </EmptyState>
    )
  return (
    <ConnectPrompt project={project} title={t`No page loads or requests in this period`}>
      <p>
        <Trans>
          Add the tracing integration of your SDK and set <span className="code">tracesSampleRate</span>. This
          page then shows traffic, web vitals and server time for each route.
        </Trans>
      </p>
    </ConnectPrompt>
  )
}
