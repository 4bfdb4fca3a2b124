import type { AlertRule, Backtest } from '@hindcast/contract/alerts/alerts.ts'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { backtestQuery } from '#product/alerts/alert-queries.ts'
import { Unreachable } from '#lib/api/client.ts'
import { useDebounced } from '#lib/browser/debounced.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Spark } from '#ui/data/spark.tsx'
import { isComplete } from './editor/draft.ts'
import { FiredMarkers } from './fired-markers.tsx'
import { ToldList } from './sent-list.tsx'

const PAUSE_MS = 400

/** What the alert would have sent, by the same code that sends it. */
export function BacktestPanel({ rule }: { readonly rule: AlertRule }) {
  const { t } = useLingui()
  const text = JSON.stringify({ ...rule, tell: [] })
  const settled = useDebounced(text, PAUSE_MS)
  const tried = JSON.parse(settled) as AlertRule
  const complete = isComplete(tried)
  const { data, error, isFetching, refetch } = useQuery({
    ...backtestQuery(tried),
    enabled: complete,
    placeholderData: keepPreviousData,
  })
  const waiting = isFetching || settled !== text
  return (
    <section aria-labelledby="backtest-title" aria-busy={waiting} className="grid content-start gap-3">
      <h2 id="backtest-title" className="flex items-center gap-2 text-form font-bold">
        <Trans>In the last 14 days</Trans>
        <span role="status" className="text-meta font-normal text-subtle">
          {waiting && complete && <Trans>testing…</Trans>}
        </span>
      </h2>
      {!complete ? (
        <p className="text-muted">
          <Trans>Fill in every number to see what it would have sent.</Trans>
        </p>
      ) : error !== null && !(error instanceof Unreachable) ? (
        <Failure title={t`Couldn’t test the alert`} error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div className="grid gap-3">
          <Skeleton width={240} />
          <Skeleton height={40} />
        </div>
      ) : (
        <Result result={data} projects={tried.for.projectIds} />
      )}
    </section>
  )
}

interface ResultProps {
  readonly result: Backtest
  /** None: all of them. */
  readonly projects: readonly string[]
}

function Result({ result, projects }: ResultProps) {
  const { t } = useLingui()
  const { sent, found, cut, messages } = result
  const label = t`${plural(sent, { one: '# message', other: '# messages' })} in 14 days, one bar per 6 hours`
  return (
    <>
      <p role="status">
        {sent === 0 ? (
          <Trans>It would not have fired.</Trans>
        ) : (
          <>
            <b className="font-strong">
              <Plural value={sent} one="It would have fired # time" other="It would have fired # times" />
            </b>
            {found > sent && (
              <span className="text-muted">
                {' '}
                <Plural value={found} one="for # occurrence" other="for # occurrences" />
              </span>
            )}
            .
          </>
        )}
      </p>
      {cut && (
        <p className="text-meta text-warning">
          <Trans>Too much data to check everything. The alert would have sent at least these.</Trans>
        </p>
      )}
      <Spark values={firedBars(result)} height={40} label={label} />
      <FiredMarkers from={Date.parse(result.from)} to={Date.parse(result.to)} only={projects} />
      {messages.length > 0 && <ToldList messages={messages} />}
    </>
  )
}

const HOUR_MS = 3_600_000
/** A bar is six hours: fourteen days are 56 of them, wide enough to be seen on a phone. */
const BAR_MS = 6 * HOUR_MS

/** How many messages there would have been in each stretch of time, oldest first. */
export function firedBars({ from, to, messages }: Pick<Backtest, 'from' | 'to' | 'messages'>): number[] {
  const start = Date.parse(from)
  const length = Math.max(1, Math.ceil((Date.parse(to) - start) / BAR_MS))
  const bars = Array.from({ length }, () => 0)
  for (const { at } of messages) {
    const index = Math.floor((Date.parse(at) - start) / BAR_MS)
    if (index >= 0) bars[Math.min(index, length - 1)]! += 1
  }
  return bars
}
