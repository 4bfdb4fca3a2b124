import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { cx } from '#ui/base/class-names.ts'
import type { Period } from './route-queries.ts'

export function PeriodChoice({ chosen }: { readonly chosen: Period }) {
  const { t } = useLingui()
  const periods: ReadonlyArray<readonly [Period, string]> = [
    ['24h', t`24 hours`],
    ['7d', t`7 days`],
    ['30d', t`30 days`],
  ]
  return (
    <ul
      className="inline-flex overflow-hidden rounded-control border border-line-strong"
      aria-label={t`Time range`}
    >
      {periods.map(([period, name]) => (
        <li key={period} className="flex">
          <Link
            to="."
            search={(view: Record<string, unknown>) => ({
              ...view,
              last: period === '7d' ? undefined : period,
            })}
            resetScroll={false}
            activeOptions={{ includeSearch: true, exact: true }}
            aria-current={period === chosen ? 'true' : undefined}
            className={cx(
              'flex min-h-7 items-center px-2.5 focus-visible:-outline-offset-2',
              period === chosen ? 'bg-selected font-strong text-fg' : 'bg-surface text-muted hover:bg-hover',
            )}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
