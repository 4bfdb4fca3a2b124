import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { readIntakeSearch } from '../../lib/views.ts'
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
            className="flex min-h-7 items-center bg-surface px-2.5 text-muted hover:bg-hover focus-visible:-outline-offset-2 aria-[current=true]:bg-selected aria-[current=true]:font-strong aria-[current=true]:text-fg"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
