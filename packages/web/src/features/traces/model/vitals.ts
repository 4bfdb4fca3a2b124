import { spanOp, type TraceModel } from './trace-model.ts'

export type Rating = 'good' | 'needs_work' | 'poor'

/** A web vital that was sent as a span of its own. */
export interface VitalMark {
  readonly span: number
  readonly name: 'LCP' | 'INP' | 'CLS' | 'FCP' | 'TTFB'
  /** Milliseconds; undefined where only the span's attributes say it. */
  readonly value: number | undefined
  readonly rating: Rating | undefined
}

/** Up to the first it is good, up to the second it needs work. */
const BOUNDS: Readonly<Record<string, readonly [number, number]>> = {
  LCP: [2500, 4000],
  INP: [200, 500],
  FCP: [1800, 3000],
  TTFB: [800, 1800],
}

export function vitalMarks(model: TraceModel): ReadonlyMap<number, VitalMark> {
  const kinds = model.trace.ops.map(vitalOf)
  const marks = new Map<number, VitalMark>()
  if (kinds.every((kind) => kind === undefined)) return marks
  for (let span = 0; span < model.size; span += 1) {
    const name = kinds[model.trace.spans.op[span]!]
    if (name === undefined) continue
    const value = valueOf(model, span, name)
    marks.set(span, { span, name, value, rating: rate(name, value) })
  }
  return marks
}

function vitalOf(op: string): VitalMark['name'] | undefined {
  if (op.startsWith('ui.interaction')) return 'INP'
  const name = /^(?:ui|browser)\.web[_-]?vital\.(lcp|inp|cls|fcp|ttfb)$/.exec(op)?.[1]
  return name?.toUpperCase() as VitalMark['name'] | undefined
}

/** Paints are counted from the start of the page, an interaction by itself, and a shift has no time at all. */
function valueOf(model: TraceModel, span: number, name: VitalMark['name']): number | undefined {
  if (name === 'CLS') return undefined
  if (name === 'INP') return model.end[span]! - model.start[span]!
  let above = model.parent[span]!
  while (above >= 0 && spanOp(model, above) !== 'pageload') above = model.parent[above]!
  return above < 0 ? undefined : model.end[span]! - model.start[above]!
}

export function rate(name: string, value: number | undefined): Rating | undefined {
  const bounds = BOUNDS[name]
  if (bounds === undefined || value === undefined) return undefined
  if (value <= bounds[0]) return 'good'
  return value <= bounds[1] ? 'needs_work' : 'poor'
}
