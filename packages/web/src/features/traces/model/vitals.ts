import type { VitalName } from '@hindcast/contract/routes/route-stats.ts'
import { ratingOf, type Rating } from '#product/traces/ratings.ts'
import { spanOp, type TraceModel } from './trace-model.ts'

/** A web vital that was sent as a span of its own. */
export interface VitalMark {
  readonly span: number
  readonly name: VitalName
  /** Milliseconds; undefined where only the span's attributes say it. */
  readonly value: number | undefined
  readonly rating: Rating | undefined
}

export function vitalMarks(model: TraceModel): ReadonlyMap<number, VitalMark> {
  const kinds = model.trace.ops.map(vitalOf)
  const marks = new Map<number, VitalMark>()
  if (kinds.every((kind) => kind === undefined)) return marks
  for (let span = 0; span < model.size; span += 1) {
    const name = kinds[model.trace.spans.op[span]!]
    if (name === undefined) continue
    const value = valueOf(model, span, name)
    marks.set(span, { span, name, value, rating: value === undefined ? undefined : ratingOf(name, value) })
  }
  return marks
}

function vitalOf(op: string): VitalMark['name'] | undefined {
  if (op.startsWith('ui.interaction')) return 'inp'
  const name = /^(?:ui|browser)\.web[_-]?vital\.(lcp|inp|cls|fcp|ttfb)$/.exec(op)?.[1]
  return name as VitalMark['name'] | undefined
}

/** Paints are counted from the start of the page, an interaction by itself, and a shift has no time at all. */
function valueOf(model: TraceModel, span: number, name: VitalMark['name']): number | undefined {
  if (name === 'cls') return undefined
  if (name === 'inp') return model.end[span]! - model.start[span]!
  let above = model.parent[span]!
  while (above >= 0 && spanOp(model, above) !== 'pageload') above = model.parent[above]!
  return above < 0 ? undefined : model.end[span]! - model.start[above]!
}
