import type { OverviewTimeline } from '@hindcast/contract/overview/overview.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { countOf } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { useDrawnMarkers } from '#product/releases/release-markers.tsx'
import { Spark } from '#ui/data/spark.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { MarkList } from './mark-list.tsx'
import { useOverviewPart } from './overview-queries.ts'
import { PartState } from './part-state.tsx'
import { barsOf, dayStarts } from './timeline-bars.ts'
import { TimelineTable } from './timeline-table.tsx'

/** What happened in two weeks, and which deploy it happened after. */
export function ErrorTimeline({ project }: { readonly project: string }) {
  const { t } = useLingui()
  const timeline = useOverviewPart(project, 'timeline')
  return (
    <Panel
      title={<Trans>Errors, 14 days</Trans>}
      actions={
        <Link
          to="/projects/$project/releases"
          params={{ project }}
          className="rounded-control text-accent hover:underline"
        >
          <Trans>All releases</Trans>
        </Link>
      }
    >
      <PartState
        query={timeline}
        failed={t`Couldn’t load the errors of 14 days`}
        waiting={
          <div className="px-3 pt-4 pb-3">
            <Skeleton height={112} />
          </div>
        }
      >
        {(data) => <Picture timeline={data} project={project} />}
      </PartState>
    </Panel>
  )
}

const HEIGHT = 88

function Picture({ timeline, project }: { readonly timeline: OverviewTimeline; readonly project: string }) {
  const { t } = useLingui()
  const { values } = timeline.errors
  const from = Date.parse(timeline.errors.from)
  const to = from + values.length * timeline.errors.bucketSeconds * 1000
  useDrawnMarkers(timeline.marks, from, to)
  const sum = values.reduce((total, value) => total + value, 0)
  const most = countOf(Math.max(0, ...values), locale)
  return (
    <figure className="grid grid-cols-1 gap-1.5 px-3 pt-3 pb-2">
      <div className="flex justify-between text-axis text-subtle">
        <span>{t`at most ${most} in 6 hours`}</span>
      </div>
      <Spark
        values={values}
        height={HEIGHT}
        label={t`${plural(sum, { one: '# error', other: '# errors' })} in 14 days, at most ${most} in 6 hours`}
      />
      <Axis from={from} to={to} />
      <MarkList marks={timeline.marks} project={project} />
      <details>
        <summary className="w-fit rounded-control py-1 text-meta text-muted hover:text-fg">
          <Trans>The same numbers as a table</Trans>
        </summary>
        <TimelineTable bars={barsOf(timeline)} />
      </details>
    </figure>
  )
}

const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })

/** Every other midnight of the reader, under the bar that it begins. */
function Axis({ from, to }: { readonly from: number; readonly to: number }) {
  return (
    <div className="relative h-4 overflow-hidden text-axis text-subtle" aria-hidden="true">
      {dayStarts(from, to).map((start, index) =>
        index % 2 === 0 && (start - from) / (to - from) < 0.95 ? (
          <span
            key={start}
            className="absolute border-s border-line ps-1 whitespace-nowrap max-phone:not-nth-[4n+1]:hidden"
            style={{ insetInlineStart: `${((start - from) / (to - from)) * 100}%` }}
          >
            {day.format(start)}
          </span>
        ) : null,
      )}
    </div>
  )
}
