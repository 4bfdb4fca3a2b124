import type { RouteStats } from '@hindcast/contract/routes/route-stats.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { isMissing, Unreachable } from '#lib/api/client.ts'
import { useTitle } from '#lib/routing/title.ts'
import { PeriodChoice } from '#product/period-choice.tsx'
import { ReleaseMarkers } from '#product/releases/release-markers.tsx'
import { useReleaseMarks } from '#product/releases/use-release-marks.ts'
import { RenamedInPart } from '#product/routes/renamed-in-part.tsx'
import { readRouteSearch, type VisitsSearch } from '#product/search-params.ts'
import { isEstimate } from '#product/traces/estimate.ts'
import { ALL_VITALS } from '#product/traces/ratings.ts'
import { buttonClass } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { BreakdownTable } from './breakdown-table.tsx'
import { ExampleList } from './example-list.tsx'
import { NarrowedTo } from './visits-filter.tsx'
import { oneRouteQuery } from './route-queries.ts'
import { RouteCharts } from './route-charts.tsx'
import { RouteErrors } from './route-errors.tsx'
import { spanOf } from '#ui/charts/time-points.ts'
import { visitsOf } from './vitals.ts'
import { VisitParts } from './visit-parts.tsx'
import { VitalPanel } from './vital-panel.tsx'
import { VitalWhy } from './vital-why.tsx'

const here = getRouteApi('/member/projects/$project/routes/one')

export function RoutePage() {
  const { t } = useLingui()
  const { project } = here.useParams()
  const { route = '/', ...view } = here.useSearch()
  useTitle(route)
  const { data, error, refetch } = useQuery({
    ...oneRouteQuery(project, route, view),
    placeholderData: keepPreviousData,
    throwOnError: isMissing,
  })
  return (
    <main id="main" tabIndex={-1} className="min-w-0 flex-1">
      <PageBar title={<span className="break-all">{route}</span>}>
        <span className="flex-1">
          <Link
            to="/projects/$project/routes"
            params={{ project }}
            search={view}
            className="rounded-control whitespace-nowrap text-muted hover:underline"
          >
            <Trans>All routes</Trans>
          </Link>
        </span>
        <NarrowedTo view={view} />
        <PeriodChoice chosen={view.last ?? '7d'} usual="7d" read={readRouteSearch} />
      </PageBar>
      <div className="mx-auto grid max-w-360 gap-4 p-(--gutter)">
        {error !== null && !(error instanceof Unreachable) && (
          <Failure title={t`Couldn’t load this route`} error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && (error === null || error instanceof Unreachable) && (
          <Panel>
            <div className="grid gap-3 p-4">
              <Skeleton width="40%" height={24} />
              <Skeleton height={80} />
            </div>
          </Panel>
        )}
        {data !== undefined && data.stats === null && (
          <NoVisits project={project} view={view} renamedTo={data.renamedTo} />
        )}
        {data !== undefined && data.stats === null && data.errors.events > 0 && (
          <RouteErrors project={project} route={route} errors={data.errors} visits={undefined} />
        )}
        {data !== undefined && data.stats !== null && (
          <Report project={project} view={view} stats={data.stats} page={data} />
        )}
        <RenamedInPart isShown={data?.renamedInPart ?? false} />
      </div>
    </main>
  )
}

type Page = Awaited<ReturnType<NonNullable<ReturnType<typeof oneRouteQuery>['queryFn']>>>

interface ReportProps {
  readonly project: string
  readonly view: VisitsSearch
  readonly stats: RouteStats
  readonly page: Page
}

function Report({ project, view, stats, page }: ReportProps) {
  const { t } = useLingui()
  const { series, weekBefore, releases, browsers, devices, latest, slowest, errors } = page
  const { from, stepMs, count } = spanOf(series)
  const marks = useReleaseMarks(project, { from, stepMs, count })
  const measured = ALL_VITALS.filter((vital) => stats.vitals[vital] !== null)
  return (
    <>
      <ReleaseMarkers project={project} over={{ from, to: from + stepMs * count }} named />
      {measured.length > 0 && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(18rem,1fr))] gap-4">
          {measured.map((vital) => (
            <VitalPanel
              key={vital}
              vital={vital}
              stats={stats.vitals[vital]!}
              before={weekBefore?.vitals[vital] ?? null}
              series={series}
              marks={marks}
            >
              {vital !== 'fcp' && <VitalWhy project={project} route={stats.key} vital={vital} view={view} />}
            </VitalPanel>
          ))}
        </div>
      )}
      <RouteCharts series={series} marks={marks} isEstimate={isEstimate(visitsOf(stats))} />
      <RouteErrors project={project} route={stats.key} errors={errors} visits={visitsOf(stats).total} />
      <VisitParts project={project} route={stats.key} view={view} />
      <div className="grid grid-cols-2 gap-4 max-pane:grid-cols-1">
        <ExampleList title={t`Slowest visits`} examples={slowest} project={project} />
        <ExampleList title={t`Latest visits`} examples={latest} project={project} />
      </div>
      <BreakdownTable title={t`Releases`} column={t`Version`} rows={releases} />
      <div className="grid grid-cols-2 gap-4 max-pane:grid-cols-1">
        <BreakdownTable title={t`Browsers`} column={t`Browser`} rows={browsers} />
        <BreakdownTable title={t`Devices`} column={t`Device`} rows={devices} />
      </div>
    </>
  )
}

interface NoVisitsProps {
  readonly project: string
  readonly view: VisitsSearch
  readonly renamedTo: readonly string[]
}

function NoVisits({ project, view, renamedTo }: NoVisitsProps) {
  const { t } = useLingui()
  if (renamedTo.length > 0)
    return (
      <EmptyState title={t`This route has a new name`}>
        <ul className="grid gap-1">
          {renamedTo.map((route) => (
            <li key={route}>
              <Link
                to="/projects/$project/routes/one"
                params={{ project }}
                search={{ ...view, route }}
                className="code break-all text-accent hover:underline"
              >
                {route}
              </Link>
            </li>
          ))}
        </ul>
      </EmptyState>
    )
  return (
    <EmptyState
      title={t`Nobody visited this route in this period`}
      actions={
        <Link to="/projects/$project/routes" params={{ project }} className={buttonClass('primary')}>
          <Trans>All routes</Trans>
        </Link>
      }
    >
      <p>
        <Trans>Choose a longer time range, or another route.</Trans>
      </p>
    </EmptyState>
  )
}
