import type { Outcome } from './intake-report.ts'
import type { Span } from './spans.ts'
import type { Stack } from './stacked-bars.tsx'

/** What the chart draws and the table under it says. */
export interface IntakeBars {
  readonly span: Span
  readonly starts: readonly number[]
  readonly stacks: readonly Stack[]
  /** From the bottom up. */
  readonly outcomes: readonly Outcome[]
}
