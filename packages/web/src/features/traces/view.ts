import type { RefObject } from 'react'
import type { Interval } from './model/time-scale.ts'
import type { TraceFacts, TraceLayout } from './trace-layout.ts'
import type { TraceState } from './trace-state.ts'
import type { Update } from './use-trace-state.ts'

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
