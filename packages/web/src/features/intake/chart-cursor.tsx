import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'

interface Props {
  readonly bars: number
  readonly at: number
  /** The numbers of the chosen bar, for those who hear the chart. */
  readonly text: string
  /** Undefined: none, which is the newest. */
  readonly onPick: (bar: number | undefined) => void
  readonly children: ReactNode
}

/** One tab stop over the bars; arrows, Home and End or the pointer choose one. */
export function ChartCursor({ bars, at, text, onPick, children }: Props) {
  const { t } = useLingui()
  const within = (bar: number) => Math.max(0, Math.min(bars - 1, bar))
  const move = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bars - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onPick(within(to))
  }
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onPick(within(Math.floor(((event.clientX - left) / width) * bars)))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t`Items over time; arrow keys move from bar to bar`}
      aria-valuemin={0}
      aria-valuemax={bars - 1}
      aria-valuenow={at}
      aria-valuetext={text}
      className="rounded-control"
      onKeyDown={move}
      onPointerMove={point}
      onPointerLeave={() => onPick(undefined)}
    >
      {children}
    </div>
  )
}
