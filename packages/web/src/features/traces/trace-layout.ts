import type { TraceError } from '@hindcast/contract/traces/traces.ts'
import { useDeferredValue, useMemo } from 'react'
import type { TraceState } from './trace-state.ts'
import { criticalPath, type CriticalPath } from './model/critical-path.ts'
import { failedSpans, matchSpans } from './model/filter.ts'
import { buildRows, type Rows } from './model/rows.ts'
import { selfTimes } from './model/self-time.ts'
import { foldIdle, plainScale, type Interval, type TimeScale } from './model/time-scale.ts'
import { extentOf, isBelow, type TraceModel } from './model/trace-model.ts'
import { vitalMarks, type VitalMark } from './model/vitals.ts'
import { clampWindow } from './model/zoom.ts'

/** What follows from the trace alone. */
export interface TraceFacts {
  readonly model: TraceModel
  readonly self: Float64Array
  readonly failed: Uint8Array
  readonly vitals: ReadonlyMap<number, readonly VitalMark[]>
  readonly errors: ReadonlyMap<number, readonly TraceError[]>
  /** Errors that name no span of the trace. */
  readonly elsewhere: readonly TraceError[]
}

/** What follows from how it is looked at. */
export interface TraceLayout {
  readonly rows: Rows
  readonly matches: Uint8Array | undefined
  readonly scale: TimeScale
  /** In folded time. */
  readonly window: Interval
  readonly path: CriticalPath | undefined
}

export function useFacts(model: TraceModel): TraceFacts {
  return useMemo(
    () => ({
      model,
      self: selfTimes(model),
      failed: failedSpans(model),
      vitals: vitalMarks(model),
      ...errorsBySpan(model),
    }),
    [model],
  )
}

function errorsBySpan({ trace }: TraceModel): Pick<TraceFacts, 'errors' | 'elsewhere'> {
  const errors = new Map<number, TraceError[]>()
  const elsewhere: TraceError[] = []
  for (const error of trace.errors) {
    const span = spanOfError(trace, error)
    if (span < 0) elsewhere.push(error)
    else errors.set(span, [...(errors.get(span) ?? []), error])
  }
  return { errors, elsewhere }
}

/** Where two projects have a span of the id, that of the error's own project. */
function spanOfError({ spans, projects }: TraceModel['trace'], { spanId, project }: TraceError): number {
  if (spanId === null) return -1
  const own = spans.id.findIndex(
    (id, span) => id === spanId && projects[spans.project[span]!]?.slug === project,
  )
  return own >= 0 ? own : spans.id.indexOf(spanId)
}

export function useLayout({ model, failed }: TraceFacts, state: TraceState): TraceLayout {
  const { root, collapsed, foldIdle: folding, window: chosen } = state
  const filter = useDeferredValue(state.filter)
  const matches = useMemo(() => matchSpans(model, filter, root, failed), [model, filter, root, failed])
  const rows = useMemo(
    () => buildRows(model, { root, collapsed, matches }),
    [model, root, collapsed, matches],
  )
  const scale = useMemo(() => scaleOf(model, root, folding), [model, root, folding])
  const path = useMemo(
    () => (state.criticalPath ? criticalPath(model, root) : undefined),
    [model, root, state.criticalPath],
  )
  const window = useMemo(
    () =>
      chosen === undefined
        ? { from: scale.from, to: scale.to }
        : clampWindow({ from: scale.fold(chosen.from), to: scale.fold(chosen.to) }, scale),
    [chosen, scale],
  )
  return { rows, matches, scale, window, path }
}

function scaleOf(model: TraceModel, root: number, folding: boolean): TimeScale {
  const extent = extentOf(model, root)
  return folding ? foldIdle(intervalsBelow(model, root), extent) : plainScale(extent.from, extent.to)
}

function* intervalsBelow(model: TraceModel, root: number): Iterable<Interval> {
  for (let span = 0; span < model.size; span += 1) {
    if (isBelow(model, span, root)) yield { from: model.start[span]!, to: model.end[span]! }
  }
}
