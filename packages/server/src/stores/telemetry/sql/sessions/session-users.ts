import type { SessionScope } from '#stores/telemetry/sessions.ts'
import type { Bindings, Query } from '#stores/telemetry/sql/dialect.ts'
import { parseDecimalId } from '#stores/telemetry/sql/identifiers.ts'

/** As many as have a bit each in a number, one bit left over for all others. */
const MOST_BITS = 60

/** How many users each of these releases had. */
export function readUsers(
  query: Query,
  scope: SessionScope,
  releases: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return releases.length > MOST_BITS ? countDistinct(query, scope) : countBits(query, scope, releases)
}

/**
 * One group per user with a bit per release, and not one per pair of both: users come back in release after release, and
 * a table of all pairs is too large for the processor's caches (measured: half the time for two million sessions).
 */
async function countBits(
  query: Query,
  scope: SessionScope,
  releases: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (releases.length === 0) return new Map()
  const bind = query.bindings()
  const bits = releases.map((_, index) => `sum(${bind.dialect.bitAt('seen', index + 1)}) as users${index}`)
  const [row] = await query(
    `select ${bits.join(', ')} from (
       select bit_or(${bind.dialect.bitOf('release', bind.texts(releases))}) as seen
       from sessions where ${whereOf(scope, bind)} and user_key is not null group by user_key
     )`,
    bind,
  )
  return new Map(releases.map((release, index) => [release, Number(row?.[`users${index}`] ?? 0)]))
}

async function countDistinct(query: Query, scope: SessionScope): Promise<ReadonlyMap<string, number>> {
  const bind = query.bindings()
  const rows = await query(
    `select release, count(distinct user_key) as users from sessions where ${whereOf(scope, bind)} group by release`,
    bind,
  )
  return new Map(rows.map(({ release, users }) => [release as string, Number(users)]))
}

export function whereOf({ projectId, range, releases, environment }: SessionScope, bind: Bindings): string {
  const project = parseDecimalId(projectId)
  if (project === undefined || releases?.length === 0) return 'false'
  const from = bind.integer(range.from)
  return [
    `project_id = ${bind.integer(project)}`,
    `received_at >= ${from}`,
    `started_at >= ${from}`,
    `started_at < ${bind.integer(range.to)}`,
    ...(releases === undefined ? [] : [`release in (${releases.map((one) => bind.text(one)).join(', ')})`]),
    ...(environment === undefined ? [] : [`environment = ${bind.text(environment)}`]),
  ].join(' and ')
}
