import type { SessionScope } from '#stores/telemetry/sessions.ts'
import type { Bindings, Query } from '#stores/telemetry/sql/dialect.ts'
import { parseDecimalId } from '#stores/telemetry/sql/identifiers.ts'

/** As many as have a bit each in a number, one bit left over for all others. */
const MOST_BITS = 60

/** Every user is one of so many groups, by the last digits of a pseudonym, which are as good as chance. */
const GROUPS = 8
/** Counted in one group, so many users stand for all of them to within about 3 %. */
const ENOUGH_USERS = 5_000
/** Up to as many, counting everybody takes no longer than estimating. */
const FEW_SESSIONS = 500_000

/** How many users each of these releases had. */
export function readUsers(
  query: Query,
  scope: SessionScope,
  releases: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return countUsers(query, scope, releases, 'true')
}

/**
 * The same where they may have had very many: one user in eight is counted, so that the table of users fits into the
 * processor's caches (measured: a fifth of the time for two million sessions). Releases with too few of them for an
 * estimate are counted, and so is one that is asked for by itself.
 */
export async function estimateUsers(
  query: Query,
  scope: SessionScope,
  sessionsOf: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const releases = [...sessionsOf.keys()]
  const sessions = [...sessionsOf.values()].reduce((sum, one) => sum + one, 0)
  if (sessions <= FEW_SESSIONS || releases.length === 1) return readUsers(query, scope, releases)
  const sampled = await countUsers(query, scope, releases, `user_key % ${GROUPS} = 0`)
  const isEnough = (release: string) => (sampled.get(release) ?? 0) >= ENOUGH_USERS
  const few = releases.filter((release) => !isEnough(release))
  const counted = await readUsers(query, { ...scope, releases: few }, few)
  return new Map(
    releases.map((release) => [
      release,
      isEnough(release) ? sampled.get(release)! * GROUPS : (counted.get(release) ?? 0),
    ]),
  )
}

function countUsers(
  query: Query,
  scope: SessionScope,
  releases: readonly string[],
  which: string,
): Promise<ReadonlyMap<string, number>> {
  return releases.length > MOST_BITS
    ? countDistinct(query, scope, which)
    : countBits(query, scope, releases, which)
}

/**
 * One group per user with a bit per release, and not one per pair of both: users come back in release after release, and
 * a table of all pairs is too large for the processor's caches (measured: half the time for two million sessions).
 */
async function countBits(
  query: Query,
  scope: SessionScope,
  releases: readonly string[],
  which: string,
): Promise<ReadonlyMap<string, number>> {
  if (releases.length === 0) return new Map()
  const bind = query.bindings()
  const bits = releases.map((_, index) => `sum(${bind.dialect.bitAt('seen', index + 1)}) as users${index}`)
  const [row] = await query(
    `select ${bits.join(', ')} from (
       select bit_or(${bind.dialect.bitOf('release', bind.texts(releases))}) as seen
       from sessions where ${whereOf(scope, bind)} and user_key is not null and ${which} group by user_key
     )`,
    bind,
  )
  return new Map(releases.map((release, index) => [release, Number(row?.[`users${index}`] ?? 0)]))
}

async function countDistinct(
  query: Query,
  scope: SessionScope,
  which: string,
): Promise<ReadonlyMap<string, number>> {
  const bind = query.bindings()
  const rows = await query(
    `select release, count(distinct user_key) as users from sessions
     where ${whereOf(scope, bind)} and ${which} group by release`,
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
