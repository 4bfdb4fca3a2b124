import { useId } from 'react'
import type { Outcome } from './intake-report.ts'

export type Stack = Readonly<Partial<Record<Outcome, number>>>

const WIDTH = 960
const HEIGHT = 144

/** What went well stays grey, so that the eye falls on what did not. */
const FILLS: Readonly<Record<Outcome, string>> = {
  accepted: 'fill-line-strong',
  kept_raw: 'fill-mark-info',
  cut: 'fill-mark-debug',
  scrubbed: 'fill-mark-debug',
  dropped: 'fill-mark-warning',
  refused: 'fill-mark-error',
}

interface Props {
  readonly stacks: readonly Stack[]
  /** From the bottom up. */
  readonly outcomes: readonly Outcome[]
  readonly picked: number
  /** What the full height stands for. */
  readonly top: number
}

/** An empty bar keeps a footprint, so that a gap is seen as one. Refused parts are hatched besides being red. */
export function StackedBars({ stacks, outcomes, picked, top }: Props) {
  const hatch = useId()
  const step = WIDTH / Math.max(1, stacks.length)
  const gap = Math.min(3, step * 0.15)
  return (
    <span className="ticks block">
      <svg
        className="block h-36 w-full"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <Hatch id={hatch} />
        {[0.5, 1].map((part) => (
          <path key={part} d={`M0 ${HEIGHT * (1 - part) + 1}H${WIDTH}`} className="stroke-line" />
        ))}
        <rect x={picked * step} width={step} height={HEIGHT} className="fill-hover" />
        {stacks.map((stack, bar) => {
          const x = bar * step + gap / 2
          if (total(stack, outcomes) === 0)
            return (
              <rect
                key={bar}
                x={x}
                y={HEIGHT - 1}
                width={step - gap}
                height={1}
                className="fill-line-strong"
              />
            )
          return partsOf(stack, outcomes, top).map(({ outcome, y, height }) => (
            <g key={`${bar} ${outcome}`}>
              <rect x={x} y={y} width={step - gap} height={height} className={FILLS[outcome]} />
              {outcome === 'refused' && (
                <rect x={x} y={y} width={step - gap} height={height} fill={`url(#${hatch})`} />
              )}
            </g>
          ))
        })}
      </svg>
    </span>
  )
}

function Hatch({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2" height="6" className="fill-surface" opacity="0.55" />
      </pattern>
    </defs>
  )
}

/** How a part looks, for the line that names it. */
export function Swatch({ outcome }: { readonly outcome: Outcome }) {
  const hatch = useId()
  return (
    <svg className="shrink-0" width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
      <Hatch id={hatch} />
      <rect width="10" height="10" className={FILLS[outcome]} />
      {outcome === 'refused' && <rect width="10" height="10" fill={`url(#${hatch})`} />}
    </svg>
  )
}

export function total(stack: Stack, outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, outcome) => sum + (stack[outcome] ?? 0), 0)
}

/** A single refusal among thousands must still be seen: no part is lower than two pixels. */
function partsOf(stack: Stack, outcomes: readonly Outcome[], top: number) {
  let y = HEIGHT
  return outcomes
    .filter((outcome) => (stack[outcome] ?? 0) > 0)
    .map((outcome) => {
      const height = Math.max(2, ((stack[outcome] ?? 0) / top) * HEIGHT)
      y -= height
      return { outcome, y, height }
    })
}
