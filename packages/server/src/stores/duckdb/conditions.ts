import type { Condition, Dimension, Measure, Scope } from '../telemetry.ts'
import type { Bindings } from './bindings.ts'
import { parseDecimalId } from './identifiers.ts'
import { PAIR_END, keyNeedle, pairNeedle, unescapeTag } from './tag-text.ts'

type NamedDimension = Exclude<Dimension, { readonly tag: string }>

/** The only identifiers that reach a statement; everything else but the digits of an issue is bound. */
const COLUMN: Readonly<Record<NamedDimension, string>> = {
  issue: 'issue_id',
  fingerprint: 'fingerprint',
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
  issues: 'count(distinct issue_id)',
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

/** The value of the dimension as `readKey` reads it, for events that have one. */
export function keyOf(dimension: Dimension, bind: Bindings): string {
  if (typeof dimension === 'object')
    return `split_part(split_part(tags, ${bind.text(keyNeedle(dimension.tag))}, 2), ${bind.text(PAIR_END)}, 1)`
  const column = COLUMN[dimension]
  return dimension === 'issue' || dimension === 'handled' ? `cast(${column} as varchar)` : column
}

export function readKey(dimension: Dimension, key: string): string {
  return typeof dimension === 'object' ? unescapeTag(key) : key
}

export function hasValue(dimension: Dimension, bind: Bindings): string {
  return typeof dimension === 'object'
    ? `contains(tags, ${bind.text(keyNeedle(dimension.tag))})`
    : `${COLUMN[dimension]} is not null`
}

export function conditionOf({ dimension, op, values }: Condition, bind: Bindings): string {
  const anyOf =
    typeof dimension === 'object' ? anyTag(dimension.tag, values, bind) : anyValue(dimension, values, bind)
  if (op === 'is') return anyOf
  return `not coalesce(${anyOf}, false)`
}

function anyTag(tag: string, values: readonly string[], bind: Bindings): string {
  const matches = values.map((value) => `contains(tags, ${bind.text(pairNeedle(tag, value))})`)
  return matches.length === 0 ? 'false' : `(${matches.join(' or ')})`
}

function anyValue(dimension: NamedDimension, values: readonly string[], bind: Bindings): string {
  const placeholders = values.flatMap((value) => placeholderOf(dimension, value, bind))
  return placeholders.length === 0 ? 'false' : `${COLUMN[dimension]} in (${placeholders.join(', ')})`
}

/** None for a value the column cannot have. */
function placeholderOf(dimension: NamedDimension, value: string, bind: Bindings): readonly string[] {
  if (dimension === 'issue') {
    const id = parseDecimalId(value)
    // As a literal: two thousand bound values are compared one by one, two thousand literals are hashed (measured).
    return id === undefined ? [] : [id.toString()]
  }
  if (dimension === 'handled')
    return value === 'true' || value === 'false' ? [bind.boolean(value === 'true')] : []
  return [bind.text(value)]
}
