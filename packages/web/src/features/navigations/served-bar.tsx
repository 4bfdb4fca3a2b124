import type { Served } from '@hindcast/contract/navigations/navigations.ts'
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import { locale } from '#lib/i18n/i18n.ts'
import { servedParts, type ServedBy } from './figures.ts'

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })

const striped = (degrees: number, colour: string, gap: string): CSSProperties => ({
  backgroundColor: 'var(--surface)',
  backgroundImage: `repeating-linear-gradient(${degrees}deg, ${colour} 0 3px, ${gap} 3px 5px)`,
})

/** Each has a pattern of its own, so that they can be told apart without colours. */
const FILLS: Readonly<Record<ServedBy, CSSProperties>> = {
  cache: { backgroundColor: 'var(--chart-3)' },
  partial: striped(45, 'var(--chart-3)', 'var(--surface)'),
  network: { backgroundColor: 'var(--chart-2)' },
  full_load: striped(90, 'var(--chart-4)', 'var(--surface)'),
  unknown: { backgroundColor: 'var(--line)' },
}

export function useServedWords(): Readonly<Record<ServedBy, string>> {
  const { t } = useLingui()
  return {
    cache: t`Served from cache`,
    partial: t`Partly`,
    network: t`Waited for the network`,
    full_load: t`Full page load`,
    unknown: t`Unknown`,
  }
}

/** How the pages of navigations were served: a bar that reads as a sentence. */
export function ServedBar({ served }: { readonly served: Served }) {
  const words = useServedWords()
  const parts = servedParts(served)
  if (parts.length === 0) return <>–</>
  const label = parts.map(({ by, share }) => `${words[by]} ${percent.format(share)}`).join(', ')
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className="flex h-3 w-full min-w-24 gap-px overflow-hidden rounded-mark bg-sunken"
    >
      {parts.map(({ by, share }) => (
        <span key={by} style={{ ...FILLS[by], width: `${share * 100}%` }} />
      ))}
    </span>
  )
}

/** The same in words, with the pattern of each part. */
export function ServedLegend({ served }: { readonly served: Served }) {
  const words = useServedWords()
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-muted">
      {servedParts(served).map(({ by, share }) => (
        <li key={by} className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="size-3 rounded-mark" style={FILLS[by]} />
          {words[by]} <span className="tabular-nums">{percent.format(share)}</span>
        </li>
      ))}
    </ul>
  )
}
