import type { VitalName } from '@hindcast/contract/routes/route-stats.ts'
import { ALL_VITALS, ratingOf, type Rating } from '#product/traces/ratings.ts'
import { spanOp, type TraceModel } from './trace-model.ts'

export interface VitalMark {
  readonly span: number
  readonly name: VitalName
  /** Milliseconds, of a shift its score; undefined where only the span's attributes say it. */
  readonly value: number | undefined
  readonly rating: Rating | undefined
  /** When it was reached, in milliseconds of the trace; undefined of what has no one moment. */
  readonly at: number | undefined
  /** The span is the vital, and not a visit that says it among other things. */
  readonly isSpan: boolean
}

/** By span: of a vital that was sent as a span of its own, and of visits that say theirs. In the order of `ALL_VITALS`. */
export function vitalMarks(model: TraceModel): ReadonlyMap<number, readonly VitalMark[]> {
  const kinds = model.trace.ops.map(vitalOf)
  const said = new Map(model.trace.vitals.map((vitals) => [vitals.span, vitals]))
  const marks = new Map<number, readonly VitalMark[]>()
  if (said.size === 0 && kinds.every((kind) => kind === undefined)) return marks
  for (let span = 0; span < model.size; span += 1) {
    const own = kinds[model.trace.spans.op[span]!]
    const vitals = said.get(span)
    if (own !== undefined) marks.set(span, [ownMark(model, span, own, vitals?.[own])])
    else if (vitals !== undefined)
      marks.set(
        span,
        ALL_VITALS.flatMap((name) => saidMark(model, span, name, vitals[name])),
      )
  }
  return marks
}

function ownMark(model: TraceModel, span: number, name: VitalName, said: number | undefined): VitalMark {
  const value = said ?? valueOf(model, span, name)
  const rating = value === undefined ? undefined : ratingOf(name, value)
  return { span, name, value, rating, at: model.end[span]!, isSpan: true }
}

/** Paints and the first byte are counted from the start of the visit. */
const MOMENTS: ReadonlySet<VitalName> = new Set(['lcp', 'fcp', 'ttfb'])

function saidMark(model: TraceModel, span: number, name: VitalName, value: number | undefined): VitalMark[] {
  if (value === undefined) return []
  const at = MOMENTS.has(name) ? model.start[span]! + value : undefined
  return [{ span, name, value, rating: ratingOf(name, value), at, isSpan: false }]
}

function vitalOf(op: string): VitalName | undefined {
  if (op.startsWith('ui.interaction')) return 'inp'
  const name = /^(?:ui|browser)\.web[_-]?vital\.(lcp|inp|cls|fcp|ttfb)$/.exec(op)?.[1]
  return name as VitalName | undefined
}

/** Paints are counted from the start of the page, an interaction by itself, and a shift has no time at all. */
function valueOf(model: TraceModel, span: number, name: VitalName): number | undefined {
  if (name === 'cls') return undefined
  if (name === 'inp') return model.end[span]! - model.start[span]!
  let above = model.parent[span]!
  while (above >= 0 && spanOp(model, above) !== 'pageload') above = model.parent[above]!
  return above < 0 ? undefined : model.end[span]! - model.start[above]!
}
