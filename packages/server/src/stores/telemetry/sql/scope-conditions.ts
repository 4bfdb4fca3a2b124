import type { TimeRange } from '#domain/time-range.ts'

import type { Bindings } from '#stores/telemetry/sql/dialect.ts'
import { parseDecimalId } from '#stores/telemetry/sql/identifiers.ts'

/** What every question is limited to; undefined values are not asked for. */
export interface RowScope {
  readonly projectId: string
  /** By time of receipt. */
  readonly range: TimeRange
}

/** Columns that a scope may ask to have one value. Their names reach the statement, so they come from here only. */
export type EqualColumn = 'op' | 'release' | 'environment'

/** The rows of one project, received within the range; of a text that is no id none. */
export function rowsOf(
  { projectId, range }: RowScope,
  bind: Bindings,
  equal: Readonly<Partial<Record<EqualColumn, string | undefined>>> = {},
): string {
  const project = parseDecimalId(projectId)
  if (project === undefined) return 'false'
  const values = Object.entries(equal).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return [
    `project_id = ${bind.integer(project)}`,
    `received_at >= ${bind.integer(range.from)}`,
    `received_at < ${bind.integer(range.to)}`,
    ...values.map(([column, value]) => `${column} = ${bind.text(value)}`),
  ].join(' and ')
}
