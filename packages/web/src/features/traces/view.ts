import { useRef, type RefObject } from 'react'
import { NO_FILTER } from './model/filter.ts'
import { collapsedAbove } from './model/rows.ts'
import type { Interval } from './model/time-scale.ts'
import type { TraceModel } from './model/trace-model.ts'
import { isWhole } from './model/zoom.ts'
import { useFacts, useLayout, type TraceFacts, type TraceLayout } from './trace-layout.ts'
import type { TraceState } from './trace-state.ts'
import { useTraceState, type Update } from './use-trace-state.ts'

/** Everything that a part of the screen shows or changes. */
export interface View {
  readonly facts: TraceFacts
  readonly layout: TraceLayout
  readonly state: TraceState
  readonly update: Update
  /** In folded time. */
  readonly setWindow: (window: Interval) => void
  /** Selects a span and brings it into view: what is collapsed above it opens, and a root that hides it goes. */
  readonly goTo: (span: number, dock?: 'span') => void
  readonly setRoot: (root: number) => void
  readonly takeFocus: RefObject<boolean>
}

export function useView(model: TraceModel): View {
  const facts = useFacts(model)
  const [state, update] = useTraceState(model)
  const layout = useLayout(facts, state)
  const takeFocus = useRef(state.selected >= 0)
  const { scale, rows } = layout
  return {
    facts,
    layout,
    state,
    update,
    takeFocus,
    setWindow: (window) =>
      update({
        window: isWhole(window, scale)
          ? undefined
          : { from: scale.unfold(window.from), to: scale.unfold(window.to) },
      }),
    goTo: (span, dock) => {
      const closed = new Set(collapsedAbove(model, state.collapsed, span))
      const hidden = rows.rowOf[span]! < 0 && closed.size === 0
      update({
        selected: span,
        ...(dock !== undefined && { dock }),
        ...(closed.size > 0 && {
          collapsed: new Set([...state.collapsed].filter((one) => !closed.has(one))),
        }),
        ...(hidden && { root: -1, window: undefined, filter: NO_FILTER, collapsed: new Set<number>() }),
      })
    },
    setRoot: (root) => update({ root, window: undefined, collapsed: new Set<number>() }),
  }
}
