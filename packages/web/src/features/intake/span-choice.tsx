import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { readIntakeSearch } from '#product/search-params.ts'
import { cx } from '#ui/base/class-names.ts'
import type { Span } from './spans.ts'

export function SpanChoice({ chosen }: { readonly chosen: Span }) {
  const { t } = useLingui()
  const spans: ReadonlyArray<readonly [Span, string]> = [
    ['24h', t`24 hours`],
    ['7d', t`7 days`],
    ['30d', t`30 days`],
  ]
  return (
    <ul
      className="inline-flex overflow-hidden rounded-control border border-line-strong"
      aria-label={t`Time range`}
    >
      {spans.map(([span, name]) => (
        <li key={span} className="flex">
          <Link
            to="."
            search={(view) => readIntakeSearch({ ...view, last: span === '24h' ? undefined : span })}
            resetScroll={false}
            activeOptions={{ includeSearch: true, exact: true }}
            aria-current={span === chosen ? 'true' : undefined}
            className={cx(
              'flex min-h-7 items-center px-2.5 focus-visible:-outline-offset-2',
              span === chosen ? 'bg-selected font-strong text-fg' : 'bg-surface text-muted hover:bg-hover',
            )}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
