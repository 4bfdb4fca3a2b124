import { Plural, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { readIntakeSearch } from '#product/search-params.ts'
import { cx } from '#ui/base/class-names.ts'
import { Count } from '#ui/data/count.tsx'
import type { Headline, Outcome } from './intake-report.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import { useOutcomeWords } from './outcome-words.ts'

/** Else the link back to everything would count as the page itself. */
const EXACTLY = { exact: true, includeSearch: true }

interface Props {
  readonly headlines: readonly Headline[]
  readonly chosen: Outcome | undefined
}

/** The five numbers; each one is also a filter, in the address. */
export function HeadlineNumbers({ headlines, chosen }: Props) {
  const { t } = useLingui()
  return (
    <ul
      className="grid grid-cols-2 gap-2 phone:grid-cols-3 desk:grid-cols-5"
      aria-label={t`What happened to your data`}
    >
      {headlines.map((headline) => (
        <li key={headline.outcome} className="flex max-phone:last:col-span-2">
          <Number headline={headline} chosen={chosen === headline.outcome} />
        </li>
      ))}
    </ul>
  )
}

function Number({ headline, chosen }: { readonly headline: Headline; readonly chosen: boolean }) {
  const { outcome, quantity, limited } = headline
  const { name, about } = useOutcomeWords()[outcome]
  const { t } = useLingui()
  return (
    <Link
      to="."
      search={(view) => readIntakeSearch({ ...view, outcome: chosen ? undefined : outcome })}
      resetScroll={false}
      activeOptions={EXACTLY}
      aria-current={chosen ? 'true' : undefined}
      title={chosen ? t`Show everything again` : t`Show only these`}
      className={cx(
        'flex min-w-0 flex-1 flex-col gap-1 rounded-panel border px-3 py-2.5',
        chosen ? 'border-accent bg-selected' : 'border-line bg-surface hover:bg-hover',
      )}
    >
      <span className="flex items-center gap-1.5 font-strong text-muted">
        <OutcomeMark outcome={outcome} />
        {name}
      </span>
      <span className={`text-headline font-bold ${quantity === 0 ? 'text-subtle' : ''}`}>
        <Count of={quantity} />
      </span>
      <span className="text-meta text-muted">{about}</span>
      {limited > 0 && (
        <span className="text-meta font-strong text-warning">
          <Plural value={limited} one="# by a quota" other="# by a quota" />
        </span>
      )}
    </Link>
  )
}
