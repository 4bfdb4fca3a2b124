import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { cx } from '#ui/base/class-names.ts'

export type Period = '24h' | '7d' | '30d'

interface Props {
  readonly chosen: Period
  /** Left out of the address. */
  readonly usual: Period
  /** What the address of this screen may say. */
  readonly read: (view: Readonly<Record<string, unknown>>) => object
}

export function PeriodChoice({ chosen, usual, read }: Props) {
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
            search={(view) => read({ ...view, last: period === usual ? undefined : period })}
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
