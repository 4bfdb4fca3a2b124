import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Count } from '#ui/data/count.tsx'
import { BarTable } from './bar-table.tsx'
import { axisTime, barTime } from './bar-times.ts'
import { ChartCursor } from './chart-cursor.tsx'
import type { IntakeBars } from './intake-bars.ts'
import { useOutcomeWords } from './outcome-words.ts'
import { StackedBars, Swatch, total } from './stacked-bars.tsx'
import type { Span } from './spans.ts'

/** Bars with a cursor: pointer or arrow keys choose one, the line below says its numbers, a table has all of them. */
export function IntakeChart({ span, starts, stacks, outcomes }: IntakeBars) {
  const words = useOutcomeWords()
  const [picked, pick] = useState<number>()
  const bar = Math.min(picked ?? starts.length - 1, starts.length - 1)
  const shown = outcomes.filter((outcome) => stacks.some((stack) => (stack[outcome] ?? 0) > 0))
  const top = roundTop(Math.max(...stacks.map((stack) => total(stack, outcomes))))
  const when = barTime(span, starts[bar] ?? 0)
  const said = shown.map((outcome) => `${words[outcome].name}: ${stacks[bar]?.[outcome] ?? 0}`)
  return (
    <figure className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 px-3 pt-4 pb-2">
      <Scale top={top} />
      <ChartCursor bars={starts.length} at={bar} text={[when, ...said].join(', ')} onPick={pick}>
        <StackedBars stacks={stacks} outcomes={outcomes} picked={bar} top={top} />
      </ChartCursor>
      <Axis span={span} starts={starts} />
      <figcaption className="col-span-2 flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-strong">{when}</span>
        {shown.map((outcome) => (
          <span key={outcome} className="inline-flex items-center gap-1.5 text-muted">
            <Swatch outcome={outcome} />
            {words[outcome].name}
            <b className="font-strong text-fg">
              <Count of={stacks[bar]?.[outcome] ?? 0} />
            </b>
          </span>
        ))}
      </figcaption>
      <details className="col-span-2">
        <summary className="w-fit rounded-control py-1 text-meta text-muted hover:text-fg">
          <Trans>Show as table</Trans>
        </summary>
        <BarTable span={span} starts={starts} stacks={stacks} outcomes={outcomes} />
      </details>
    </figure>
  )
}

/** What the lines stand for, at their height. */
function Scale({ top }: { readonly top: number }) {
  return (
    <div
      className="relative flex h-36 flex-col justify-between text-end text-axis text-subtle"
      aria-hidden="true"
    >
      {[top, top / 2, 0].map((value) => (
        <span key={value} className="h-0 -translate-y-2">
          <Count of={value} />
        </span>
      ))}
    </div>
  )
}

const LABEL_EVERY: Readonly<Record<Span, number>> = { '24h': 6, '7d': 8, '30d': 7 }

/** A few labels under the bars they name. */
function Axis({ span, starts }: Pick<IntakeBars, 'span' | 'starts'>) {
  return (
    <div className="relative col-start-2 h-4 text-axis text-subtle" aria-hidden="true">
      {starts.map((start, bar) =>
        bar % LABEL_EVERY[span] === 0 && bar / starts.length < 0.9 ? (
          <span
            key={start}
            className="absolute whitespace-nowrap"
            style={{ insetInlineStart: `${(bar / starts.length) * 100}%` }}
          >
            {axisTime(span, start)}
          </span>
        ) : null,
      )}
    </div>
  )
}

/** The next round number whose half is worth a line of its own. */
export function roundTop(highest: number): number {
  if (highest <= 2) return 2
  const unit = 10 ** Math.floor(Math.log10(highest))
  return [1, 2, 4, 6, 8, 10].map((step) => step * unit).find((top) => top >= highest)!
}
