import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { Count } from '../../ui/count.tsx'
import { axisTime, barTime } from './bar-times.ts'
import type { Outcome } from './intake-report.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import { useOutcomeWords } from './outcome-words.ts'
import { StackedBars, type Stack } from './stacked-bars.tsx'
import type { Span } from './spans.ts'

interface Props {
  readonly span: Span
  readonly starts: readonly number[]
  readonly stacks: readonly Stack[]
  readonly outcomes: readonly Outcome[]
}

/** Bars with a cursor: pointer or arrow keys choose one, the line below says its numbers, a table has all of them. */
export function IntakeChart({ span, starts, stacks, outcomes }: Props) {
  const { t } = useLingui()
  const words = useOutcomeWords()
  const [picked, pick] = useState<number>()
  const bar = Math.min(picked ?? starts.length - 1, starts.length - 1)
  const shown = outcomes.filter((outcome) => stacks.some((stack) => (stack[outcome] ?? 0) > 0))
  const when = barTime(span, starts[bar] ?? 0)
  const said = shown.map((outcome) => `${words[outcome].name}: ${stacks[bar]?.[outcome] ?? 0}`).join(', ')
  const move = (event: KeyboardEvent) => {
    const last = starts.length - 1
    const to = { ArrowLeft: bar - 1, ArrowRight: bar + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    pick(Math.max(0, Math.min(last, to)))
  }
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    pick(
      Math.max(0, Math.min(starts.length - 1, Math.floor(((event.clientX - left) / width) * starts.length))),
    )
  }
  return (
    <figure className="grid gap-1 px-3 pt-3 pb-2">
      <div
        role="slider"
        tabIndex={0}
        aria-label={t`Items over time; arrow keys move from bar to bar`}
        aria-valuemin={0}
        aria-valuemax={starts.length - 1}
        aria-valuenow={bar}
        aria-valuetext={`${when}. ${said === '' ? t`Nothing` : said}`}
        className="rounded-control"
        onKeyDown={move}
        onPointerMove={point}
        onPointerLeave={() => pick(undefined)}
      >
        <StackedBars stacks={stacks} outcomes={outcomes} picked={bar} />
      </div>
      <Axis span={span} starts={starts} />
      <figcaption className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-strong">{when}</span>
        {shown.map((outcome) => (
          <span key={outcome} className="inline-flex items-center gap-1.5 text-muted">
            <OutcomeMark outcome={outcome} />
            {words[outcome].name}
            <b className="font-strong text-fg">
              <Count of={stacks[bar]?.[outcome] ?? 0} />
            </b>
          </span>
        ))}
      </figcaption>
      <details>
        <summary className="w-fit rounded-control py-0.5 text-meta text-muted hover:text-fg">
          <Trans>The same numbers as a table</Trans>
        </summary>
        <BarTable span={span} starts={starts} stacks={stacks} outcomes={outcomes} />
      </details>
    </figure>
  )
}

/** A few labels under the bars they name. */
function Axis({ span, starts }: Pick<Props, 'span' | 'starts'>) {
  const step = { '24h': 6, '7d': 4, '30d': 7 }[span]
  return (
    <div className="relative h-4 text-axis text-subtle" aria-hidden="true">
      {starts.map((start, bar) =>
        bar % step === 0 && bar / starts.length < 0.93 ? (
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

function BarTable({ span, starts, stacks, outcomes }: Props) {
  const words = useOutcomeWords()
  return (
    <table className="mt-1 w-full text-end">
      <thead className="text-meta text-subtle">
        <tr>
          <th scope="col" className="py-1 text-start font-strong">
            <Trans>From</Trans>
          </th>
          {outcomes.map((outcome) => (
            <th key={outcome} scope="col" className="py-1 text-end font-strong">
              {words[outcome].name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {starts.map((start, bar) => (
          <tr key={start} className="border-t border-line">
            <th scope="row" className="py-0.5 text-start font-normal">
              {barTime(span, start)}
            </th>
            {outcomes.map((outcome) => (
              <td key={outcome}>
                <Count of={stacks[bar]?.[outcome] ?? 0} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
