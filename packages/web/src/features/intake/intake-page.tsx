import type { Intake } from '@hindcast/contract/intake/intake.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery, queryOptions } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { isMissing, Unreachable, api } from '#lib/api/client.ts'
import { useTitle } from '#lib/routing/title.ts'
import { readIntakeSearch } from '#product/search-params.ts'
import { buttonClass } from '#ui/base/button.tsx'
import { ConnectPrompt } from '#product/projects/connect-prompt.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { PeriodChoice } from '#product/period-choice.tsx'
import { ReleaseMarkers } from '#product/releases/release-markers.tsx'
import { HeadlineNumbers } from './headline-numbers.tsx'
import { IntakeChart } from './intake-chart.tsx'
import { ENDS, headlinesOf, reasonRows, sentIn, stacksOf, type Outcome } from './intake-report.ts'
import { IntakeSkeleton } from './intake-skeleton.tsx'
import { KeptSection } from './kept-section.tsx'
import { ReasonsTable } from './reasons-table.tsx'
import { barStarts, type Span } from './spans.ts'
import { UnmatchedSection } from './unmatched-section.tsx'

const intakeQuery = (project: string, from: string | undefined) =>
  queryOptions({
    queryKey: ['intake', project, from ?? ''],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/intake', {
        params: { project },
        query: from === undefined ? {} : { from },
        signal,
      }),
  })

/** While data of an earlier version is being read, its progress is shown as it goes. */
const KEPT_POLL_MS = 3_000

const route = getRouteApi('/member/projects/$project/intake')

export function IntakePage() {
  const { t } = useLingui()
  useTitle(t`Intake`)
  const { project } = route.useParams()
  const { last: span = '24h', outcome } = route.useSearch()
  const now = Date.now()
  const starts = barStarts(span, now)
  const from = new Date(starts[0]!).toISOString()
  const { data, error, refetch } = useQuery({
    ...intakeQuery(project, from),
    placeholderData: keepPreviousData,
    throwOnError: isMissing,
    refetchInterval: ({ state }) =>
      state.data?.kept.some(({ done }) => !done) === true ? KEPT_POLL_MS : false,
  })
  return (
    <main id="main" tabIndex={-1} className="flex-1">
      <PageBar title={t`Intake`}>
        <span className="flex-1 text-muted max-phone:hidden">
          <Trans>What happened to the data you sent</Trans>
        </span>
        <PeriodChoice chosen={span} usual="24h" read={readIntakeSearch} />
      </PageBar>
      <div className="mx-auto grid max-w-360 gap-4 p-(--gutter)">
        {error !== null && !(error instanceof Unreachable) && (
          <Failure title={t`Couldn’t load the intake`} error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && (error === null || error instanceof Unreachable) && <IntakeSkeleton />}
        {data !== undefined && <KeptSection kept={data.kept} />}
        {data !== undefined && <Report {...{ intake: data, project, span, outcome, starts, now }} />}
        <UnmatchedSection from={from} starts={starts} now={now} only={outcome} />
      </div>
    </main>
  )
}

interface ReportProps {
  readonly intake: Intake
  readonly project: string
  readonly span: Span
  readonly outcome: Outcome | undefined
  readonly starts: readonly number[]
  readonly now: number
}

function Report({ intake, project, span, outcome, starts, now }: ReportProps) {
  const { t } = useLingui()
  const shown = outcome === undefined ? ENDS : ([outcome] as const)
  const rows = reasonRows(intake, outcome, starts, now)
  if (sentIn(intake) === 0) return <Nothing project={project} span={span} />
  return (
    <>
      <HeadlineNumbers headlines={headlinesOf(intake)} chosen={outcome} />
      {rows.length === 0 ? (
        <div className="flex flex-wrap items-center gap-3 px-1 text-muted">
          <Trans>Nothing with this outcome in this period.</Trans>
          <ShowAll />
        </div>
      ) : (
        <>
          <Panel
            title={<Trans>Over time</Trans>}
            actions={<ReleaseMarkers project={project} over={{ from: starts[0]!, to: endOf(starts) }} />}
          >
            <IntakeChart
              key={span}
              span={span}
              starts={starts}
              stacks={stacksOf(intake, shown, starts)}
              outcomes={shown}
            />
          </Panel>
          <Panel title={<Trans>Reasons</Trans>} actions={outcome !== undefined && <ShowAll />}>
            <ReasonsTable rows={rows} label={t`Reasons`} />
          </Panel>
        </>
      )}
    </>
  )
}

/** Bars are equally long. */
function endOf(starts: readonly number[]): number {
  return starts.at(-1)! + (starts[1]! - starts[0]!)
}

function ShowAll() {
  return (
    <Link
      to="."
      search={(view) => readIntakeSearch({ ...view, outcome: undefined })}
      resetScroll={false}
      activeOptions={{ exact: true, includeSearch: true }}
      className={buttonClass('quiet')}
    >
      <Trans>Show all outcomes</Trans>
    </Link>
  )
}

function Nothing({ project, span }: { readonly project: string; readonly span: Span }) {
  const { t } = useLingui()
  const title = {
    '24h': t`Nothing was sent in the last 24 hours`,
    '7d': t`Nothing was sent in the last 7 days`,
    '30d': t`Nothing was sent in the last 30 days`,
  }[span]
  return (
    <ConnectPrompt
      project={project}
      title={title}
      actions={
        span !== '30d' && (
          <Link to="." search={{ last: '30d' }} className={buttonClass()}>
            <Trans>Show 30 days</Trans>
          </Link>
        )
      }
    >
      <p>
        <Trans>
          When a request arrives, this page shows what happened to it: accepted, shortened, dropped or
          rejected, and why.
        </Trans>
      </p>
    </ConnectPrompt>
  )
}
