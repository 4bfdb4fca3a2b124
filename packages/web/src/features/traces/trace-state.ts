import type { TraceSearch } from '#product/search-params.ts'
import { NO_FILTER, type SpanFilter } from './model/filter.ts'
import type { Interval } from './model/time-scale.ts'
import { findSpan, type TraceModel } from './model/trace-model.ts'

/** How a trace is looked at. Everything but what is collapsed and what the dock shows is in the address. */
export interface TraceState {
  /** -1: none. */
  readonly selected: number
  /** The span that is shown as if it were the whole; -1: none. */
  readonly root: number
  /** Milliseconds since the start of the trace; undefined: all of it. */
  readonly window: Interval | undefined
  readonly collapsed: ReadonlySet<number>
  readonly filter: SpanFilter
  readonly criticalPath: boolean
  readonly foldIdle: boolean
  readonly view: 'waterfall' | 'table'
  readonly dock: 'span' | 'errors' | undefined
}

/** An old or mistyped address shows the usual view: what it names and is not there is left out. */
export function stateFrom(model: TraceModel, search: TraceSearch): TraceState {
  const selected = findSpan(model, search.span)
  const longerThan = Number(search.longer)
  return {
    selected,
    root: findSpan(model, search.root),
    window: windowFrom(search, model.trace.duration),
    collapsed: new Set(),
    filter: {
      text: search.q ?? NO_FILTER.text,
      op: search.op !== undefined && model.trace.ops.includes(search.op) ? search.op : NO_FILTER.op,
      errorsOnly: search.errors === '1',
      longerThan: longerThan > 0 && longerThan <= 100 ? longerThan : NO_FILTER.longerThan,
    },
    criticalPath: search.path === '1',
    foldIdle: search.idle !== 'full',
    view: search.view === 'table' ? 'table' : 'waterfall',
    dock: selected < 0 ? undefined : 'span',
  }
}

function windowFrom({ from, to }: TraceSearch, duration: number): Interval | undefined {
  const window = { from: Number(from ?? NaN), to: Number(to ?? NaN) }
  return window.from >= 0 && window.to > window.from && window.from < duration ? window : undefined
}

export function searchOf(model: TraceModel, state: TraceState): TraceSearch {
  const { selected, root, window, filter, criticalPath, foldIdle, view } = state
  const { id } = model.trace.spans
  const given: { [Key in keyof TraceSearch]: TraceSearch[Key] | undefined } = {
    span: id[selected],
    root: id[root],
    from: window && exact(window.from),
    to: window && exact(window.to),
    q: filter.text.trim() === '' ? undefined : filter.text,
    op: filter.op,
    errors: filter.errorsOnly ? '1' : undefined,
    longer: filter.longerThan > 0 ? String(filter.longerThan) : undefined,
    path: criticalPath ? '1' : undefined,
    idle: foldIdle ? undefined : 'full',
    view: view === 'table' ? 'table' : undefined,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** To the microsecond, which is as exact as spans are. */
function exact(ms: number): string {
  return String(Math.round(ms * 1000) / 1000)
}
