import { useLingui } from '@lingui/react/macro'
import type { TraceLayout } from '#features/traces/trace-layout.ts'
import { axisTicks } from '#features/traces/model/zoom.ts'
import { durationText } from '#product/traces/duration.ts'
import { locale } from '#lib/i18n/i18n.ts'

const TICK_PX = 76

interface Props {
  readonly layout: TraceLayout
  readonly width: number
}

/** Moments since the start of the trace, and how long the gaps are that are drawn shorter than they were. */
export function Axis({ layout: { scale, window }, width }: Props) {
  const { t } = useLingui()
  const perMs = width / (window.to - window.from || 1)
  const ticks = axisTicks(scale, window, Math.max(1, Math.floor(width / TICK_PX)))
  const gaps = scale.gaps.filter(({ at, drawn }) => at + drawn > window.from && at < window.to)
  return (
    <div className="relative h-full overflow-hidden">
      {ticks.map(({ at, ms }) => (
        <span
          key={ms}
          className="absolute top-0 h-full border-s border-line ps-1 whitespace-nowrap"
          style={{ insetInlineStart: (at - window.from) * perMs }}
        >
          {durationText(ms, locale)}
        </span>
      ))}
      {gaps.map((gap) => {
        const text = t`${durationText(gap.to - gap.from, locale)} idle`
        return (
          <span
            key={gap.from}
            title={text}
            className="absolute top-0 flex h-full items-center justify-center overflow-hidden bg-sunken text-subtle"
            style={{ insetInlineStart: (gap.at - window.from) * perMs, width: gap.drawn * perMs }}
          >
            <span aria-hidden="true">⋯</span>
            <span className="sr-only">{text}</span>
          </span>
        )
      })}
    </div>
  )
}
