import type { TraceFacts, TraceLayout } from '#features/traces/trace-layout.ts'
import type { Palette } from './palette.ts'

/** The height of a row, of the tree and of the canvas beside it. */
export const ROW_PX = 24

/** What the canvas shows: the rows from `first` to `end`. */
export interface Picture {
  readonly facts: TraceFacts
  readonly layout: TraceLayout
  readonly palette: Palette
  readonly width: number
  readonly first: number
  readonly end: number
}
