import type { Condition, Dimension, Measure, Scope } from '../telemetry.ts'
import type { Bindings } from './bindings.ts'
import { parseDecimalId } from './identifiers.ts'

type NamedDimension = Exclude<Dimension, { readonly tag: string }>

/** The only identifiers that reach a statement; everything else is bound. */
const COLUMN: Readonly<Record<NamedDimension, string>> = {
  issue: 'issue_id',
  level: 'level',
  kind: 'kind',
  type: 'type',
  transaction: 'transaction_name',
  platform: 'platform',
  environment: 'environment',
  release: 'release',
  dist: 'dist',
  user: 'user_key',
  browser: 'browser',
  os: 'os',
  device: 'device',
  url: 'url',
  sdk: 'sdk',
  handled: 'handled',
}

export const MEASURE: Readonly<Record<Measure, string>> = {
  events: 'count(*)',
  users: 'count(distinct user_key)',
}

export function whereOf(scope: Scope, bind: Bindings): string {
  const project = parseDecimalId(scope.projectId)
  if (project === undefined) return 'false'
  return [
    `project_id = ${bind.integer(project)}`,
    `received_at >= ${bind.integer(scope.range.from)}`,
    `received_at < ${bind.integer(scope.range.to)}`,
    ...(scope.where ?? []).map((condition) => conditionOf(condition, bind)),
  ].join(' and ')
}

/** The value of the dimension, null where an event has none. */
export function valueOf(dimension: Dimension, bind: Bindings): string {
  return typeof dimension === 'object'
    ? `tag_values[list_position(tag_keys, ${bind.text(dimension.tag)})]`
    : COLUMN[dimension]
}

/** The same as a text, which is how the port names values. */
export function keyOf(dimension: Dimension, bind: Bindings): string {
  const value = valueOf(dimension, bind)
  return dimension === 'issue' || dimension === 'handled' ? `cast(${value} as varchar)` : value
}

export function conditionOf({ dimension, op, values }: Condition, bind: Bindings): string {
  const placeholders = values.flatMap((value) => placeholderOf(dimension, value, bind))
  if (placeholders.length === 0) return op === 'is' ? 'false' : 'true'
  const value = valueOf(dimension, bind)
  const list = placeholders.join(', ')
  return op === 'is' ? `${value} in (${list})` : `(${value} is null or ${value} not in (${list}))`
}

/** None for a value the column cannot have. */
function placeholderOf(dimension: Dimension, value: string, bind: Bindings): readonly string[] {
  if (dimension === 'issue') {
    const id = parseDecimalId(value)
    return id === undefined ? [] : [bind.integer(id)]
  }
  if (dimension === 'handled')
    return value === 'true' || value === 'false' ? [bind.boolean(value === 'true')] : []
  return [bind.text(value)]
}
