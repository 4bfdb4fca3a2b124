import { SESSION_STATUSES } from '#domain/releases/session.ts'
import type { SessionCounts, SessionStatus } from '#domain/releases/session.ts'

import type {
  SessionBucket,
  SessionHistory,
  SessionScope,
  SessionTelemetry,
} from '#stores/telemetry/sessions.ts'
import { estimateUsers, readUsers, whereOf } from './session-users.ts'
import type { Bindings, Dialect, Query, Row } from '#stores/telemetry/sql/dialect.ts'
import { bucketCount } from '#stores/telemetry/sql/errors/time-series.ts'

export async function readSessionCounts(
  query: Query,
  scope: SessionScope,
  { limit }: { readonly limit: number },
): Promise<ReadonlyMap<string, SessionCounts>> {
  const { from, to } = scope.range
  const history = await readSessionHistory(query, scope, { limit, bucketMs: Math.max(1, to - from) })
  return new Map([...history].map(([release, { counts }]) => [release, counts]))
}

export async function readSessionHistory(
  query: Query,
  scope: SessionScope,
  { limit, bucketMs, usersOf }: Parameters<SessionTelemetry['sessionHistory']>[1],
): Promise<ReadonlyMap<string, SessionHistory>> {
  const [length, first] = [bucketCount(scope, bucketMs), Math.floor(scope.range.from / bucketMs)]
  const bind = query.bindings()
  const bucket = `${bind.dialect.quotient('started_at', bind.integer(bucketMs))} as bucket`
  // Each `materialized` is one look at all sessions; whoever counts them once more has to look at a few groups.
  const rows = await query(
    `with begun as materialized (
       select release, ${bucket}, sum(quantity) as sessions from (${scoped(scope, bind)}) group by release, bucket
     ),
     most as materialized (
       select release, sum(sessions) as total from begun group by release
       order by total desc, release limit ${bind.integer(limit)}
     ),
     unhealthy as materialized (${scoped(scope, bind)} and status >= ${ERRORED}), bad as (${bad(bind.dialect)})
     select release, total, bucket, ${BEGUN} as what, sessions as count from begun join most using (release)
     union all
     select release, total, ${bucket}, status, sum(quantity) from bad join most using (release) group by release, total, bucket, status
     union all
     select release, total, 0, ${BROKEN_USERS}, count(distinct user_key) from unhealthy join most using (release)
     where status >= ${BROKEN} group by release, total`,
    bind,
  )
  const byRelease = [...Map.groupBy(rows, ({ release }) => release as string)].sort(mostSessionsFirst)
  const totals = new Map(byRelease.map(([release, [row]]) => [release, Number(row!['total'])]))
  const users =
    usersOf === undefined
      ? await readUsers(query, scope, [...totals.keys()])
      : await estimateUsers(query, scope, only(totals, usersOf))
  return new Map(
    byRelease.map(([release, own]) => {
      const counts = countsOf(own, users.get(release) ?? 0)
      return [release, { counts, buckets: bucketsOf(own, first, length) }]
    }),
  )
}

function only<T>(all: ReadonlyMap<string, T>, keys: readonly string[]): ReadonlyMap<string, T> {
  const wanted = new Set(keys)
  return new Map([...all].filter(([key]) => wanted.has(key)))
}

export async function readSessionSeries(
  query: Query,
  scope: SessionScope,
  { bucketMs }: Parameters<SessionTelemetry['sessionSeries']>[1],
): Promise<readonly SessionBucket[]> {
  const [length, first] = [bucketCount(scope, bucketMs), Math.floor(scope.range.from / bucketMs)]
  const bind = query.bindings()
  const bucket = `${bind.dialect.quotient('started_at', bind.integer(bucketMs))} as bucket`
  const rows = await query(
    `with unhealthy as materialized (${scoped(scope, bind)} and status >= ${ERRORED}), bad as (${bad(bind.dialect)})
     select ${bucket}, ${BEGUN} as what, sum(quantity) as count from (${scoped(scope, bind)}) group by bucket
     union all
     select ${bucket}, status, sum(quantity) from bad group by bucket, status`,
    bind,
  )
  return bucketsOf(rows, first, length)
}

const placeOf = (status: SessionStatus): number => SESSION_STATUSES.indexOf(status)
export const ERRORED = placeOf('errored')
export const BROKEN = placeOf('unhandled')
/** What a row counts, where that is not the place of a status. */
export const BEGUN = -1
export const BROKEN_USERS = -2

/** Each unhealthy session once. Only these few have to be distinguished. */
const bad = ({ anyOf }: Dialect): string => `
  select ${anyOf('release')} as release, min(started_at) as started_at, max(status) as status, 1 as quantity
  from unhealthy where session_key is not null group by session_key
  union all
  select release, started_at, status, quantity from unhealthy where session_key is null`

function scoped(scope: SessionScope, bind: Bindings): string {
  return `select release, started_at, session_key, user_key, status, quantity from sessions where ${whereOf(scope, bind)}`
}

const mostSessionsFirst = ([one, [a]]: [string, Row[]], [other, [b]]: [string, Row[]]): number =>
  Number(b!['total']) - Number(a!['total']) || (one < other ? -1 : 1)

/** Of a session whose first report got lost only the bad end is known, and it was one all the same. */
export function countsOf(rows: readonly Row[], users: number): SessionCounts {
  const total = (what: number) =>
    rows.reduce((sum, row) => (Number(row['what']) === what ? sum + Number(row['count']) : sum), 0)
  const bad = {
    errored: total(placeOf('errored')),
    abnormal: total(placeOf('abnormal')),
    unhandled: total(placeOf('unhandled')),
    crashed: total(placeOf('crashed')),
  }
  const least = bad.errored + bad.abnormal + bad.unhandled + bad.crashed
  const brokenUsers = total(BROKEN_USERS)
  // An estimate may be lower.
  return { sessions: Math.max(total(BEGUN), least), ...bad, users: Math.max(users, brokenUsers), brokenUsers }
}

function bucketsOf(rows: readonly Row[], first: number, length: number): readonly SessionBucket[] {
  const begun = Array.from({ length }, () => 0)
  const broken = Array.from({ length }, () => 0)
  for (const { what, bucket, count } of rows) {
    const index = Number(bucket) - first
    if (Number(what) === BEGUN) begun[index]! += Number(count)
    else if (Number(what) >= BROKEN) broken[index]! += Number(count)
  }
  return begun.map((sessions, index) => ({
    sessions: Math.max(sessions, broken[index]!),
    broken: broken[index]!,
  }))
}
