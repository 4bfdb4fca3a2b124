import type { RoutePair } from '@hindcast/contract/navigations/navigations.ts'
import type { Estimate } from '@hindcast/contract/routes/route-stats.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Period } from '#product/period-choice.tsx'
import { Figure } from './figure.tsx'
import { useServedWords } from './served-bar.tsx'
import { servedParts } from './figures.ts'

interface Props {
  readonly pair: RoutePair
  readonly project: string
  readonly period: Period
}

type Line = readonly [name: string, count: number]

/** Everything that is known of one pair, in numbers. */
export function PairDetails({ pair, project, period }: Props) {
  const { t } = useLingui()
  const served = useServedWords()
  const failures = useFailureWords()
  const states = useStateWords()
  const linesOf = <K extends string>(
    counts: Readonly<Record<K, number>>,
    words: Readonly<Record<K, string>>,
  ) => (Object.keys(words) as K[]).map((key): Line => [words[key], counts[key]])
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-4 gap-4 max-desk:grid-cols-2 max-phone:grid-cols-1">
        <Counts
          among={pair.navigations}
          title={t`How served`}
          lines={servedParts(pair.served).map(({ by, count }) => [served[by], count])}
        />
        <Counts
          among={pair.navigations}
          title={t`Prefetches`}
          lines={[
            [t`Prefetched and used`, pair.prefetchUsed],
            [t`Prefetched, but still waited`, pair.prefetchLate],
            [t`Unused prefetches`, pair.prefetchUnused],
            [t`Prefetch failed`, pair.prefetchFailed],
          ]}
        />
        <Counts among={pair.navigations} title={t`Cache entry`} lines={linesOf(pair.cacheStates, states)} />
        <Counts among={pair.navigations} title={t`Failures`} lines={linesOf(pair.failures, failures)}>
          {pair.failedAfterDeploy > 0 && (
            <Link
              to="/projects/$project/navigations/old-releases"
              params={{ project }}
              search={period === '7d' ? {} : { last: period }}
              className="rounded-control text-accent hover:underline"
            >
              <Trans>Users on an old release</Trans>
            </Link>
          )}
        </Counts>
      </div>
      <Onward pair={pair} project={project} period={period} />
    </div>
  )
}

/** Where more is to be seen. */
function Onward({ pair, project, period }: Props) {
  return (
    <p className="flex flex-wrap gap-x-4">
      <Link
        to="/projects/$project/routes/one"
        params={{ project }}
        search={{ route: pair.to.key, ...(period !== '7d' && { last: period }) }}
        className="rounded-control text-accent hover:underline"
      >
        <Trans>Open the route</Trans>
      </Link>
      {pair.slowest !== null && (
        <Link
          to="/traces/$trace"
          params={{ trace: pair.slowest.traceId }}
          search={{ span: pair.slowest.spanId }}
          className="rounded-control text-accent hover:underline"
        >
          <Trans>Trace of the slowest navigation</Trans>
        </Link>
      )}
    </p>
  )
}

interface CountsProps {
  readonly among: Estimate
  readonly title: string
  readonly lines: readonly Line[]
  readonly children?: ReactNode
}

function Counts({ among, title, lines, children }: CountsProps) {
  const counted = lines.filter(([, count]) => count > 0)
  return (
    <section>
      <h2 className="text-meta text-muted">{title}</h2>
      {counted.length === 0 ? (
        <p className="text-subtle">
          <Trans>None</Trans>
        </p>
      ) : (
        <ul>
          {counted.map(([name, count]) => (
            <li key={name} className="flex gap-2">
              <span className="flex-1">{name}</span>
              <Figure of={count} among={among} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  )
}

function useStateWords(): Readonly<Record<keyof RoutePair['cacheStates'], string>> {
  const { t } = useLingui()
  return { fresh: t`Fresh`, reusable: t`Reusable`, stale: t`Stale`, expired: t`Expired` }
}

function useFailureWords(): Readonly<Record<keyof RoutePair['failures'], string>> {
  const { t } = useLingui()
  return {
    data_failed: t`Page data failed to load`,
    code_failed: t`Route code failed to load`,
    version_skew: t`Page of an old release`,
    timeout: t`Timed out`,
    unknown: t`Unknown reason`,
  }
}
