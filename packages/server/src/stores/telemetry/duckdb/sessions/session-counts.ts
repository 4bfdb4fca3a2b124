import type { JS } from '@duckdb/node-api'

import { SESSION_STATUSES } from '#domain/releases/session.ts'
import type { SessionCounts, SessionStatus } from '#domain/releases/session.ts'

import type { SessionBucket, SessionScope, SessionTelemetry } from '#stores/telemetry/sessions.ts'
import { createBindings } from '#stores/telemetry/duckdb/bindings.ts'
import type { Bindings } from '#stores/telemetry/duckdb/bindings.ts'
import { readUsers, whereOf } from './session-users.ts'
import type { Query } from '#stores/telemetry/duckdb/reader-pool.ts'
import { bucketCount } from '#stores/telemetry/duckdb/errors/time-series.ts'

type Row = Readonly<Record<string, JS>>

export async function readSessionCounts(
  query: Query,
  scope: SessionScope,
  { limit }: { readonly limit: number },
): Promise<ReadonlyMap<string, SessionCounts>> {
  const bind = createBindings()
  const rows = await query(
    `with scoped as (${scoped(scope, bind)}), bad as (${BAD}),
     worst as (
       select release, ${(['errored', 'abnormal', 'unhandled', 'crashed'] as const).map(counted).join(', ')}
       from bad group by release
     ),
     broken as (
       select release, count(distinct user_key) as broken_users from scoped where status >= ${BROKEN} group by release
     ),
     everything as (
       select release, sum(quantity) as sessions from scoped group by release
     )
     select * from everything left join worst using (release) left join broken using (release)
     order by sessions desc, release limit ${bind.integer(limit)}`,
    bind,
  )
  const releases = rows.map((row) => row['release'] as string)
  const users = await readUsers(query, scope, releases)
  return new Map(
    rows.map((row, index) => [releases[index]!, countsOf(row, users.get(releases[index]!) ?? 0)]),
  )
}

export async function readSessionSeries(
  query: Query,
  scope: SessionScope,
  { bucketMs, by }: Parameters<SessionTelemetry['sessionSeries']>[1],
): Promise<ReadonlyMap<string, readonly SessionBucket[]>> {
  const length = bucketCount(scope, bucketMs)
  const first = Math.floor(scope.range.from / bucketMs)
  const bind = createBindings()
  const place = `${by === 'release' ? 'release' : "''"} as key, started_at // ${bind.integer(bucketMs)} as bucket`
  const rows = await query(
    `with scoped as (${scoped(scope, bind)}), bad as (${BAD})
     select key, bucket, sum(sessions) as sessions, sum(broken) as broken from (
       select ${place}, sum(quantity) as sessions, 0 as broken from scoped group by key, bucket
       union all
       select ${place}, 0, sum(quantity) from bad where status >= ${BROKEN} group by key, bucket
     ) group by key, bucket`,
    bind,
  )
  const series = new Map<string, SessionBucket[]>()
  if (by === 'none') series.set('', emptyBuckets(length))
  for (const row of rows) {
    const key = row['key'] as string
    const buckets = series.get(key) ?? emptyBuckets(length)
    const broken = Number(row['broken'])
    buckets[Number(row['bucket']) - first] = { sessions: Math.max(Number(row['sessions']), broken), broken }
    series.set(key, buckets)
  }
  return series
}

export const sessionReads = { sessionCounts: readSessionCounts, sessionSeries: readSessionSeries }

const emptyBuckets = (length: number): SessionBucket[] =>
  Array.from({ length }, () => ({ sessions: 0, broken: 0 }))

const placeOf = (status: SessionStatus): number => SESSION_STATUSES.indexOf(status)
const BROKEN = placeOf('unhandled')

const counted = (status: SessionStatus): string =>
  `coalesce(sum(quantity) filter (status = ${placeOf(status)}), 0) as ${status}`

/** Each unhealthy session once. Only these few have to be distinguished. */
const BAD = `
  select any_value(release) as release, min(started_at) as started_at, max(status) as status, 1 as quantity
  from scoped where status >= ${placeOf('errored')} and session_key is not null group by session_key
  union all
  select release, started_at, status, quantity
  from scoped where status >= ${placeOf('errored')} and session_key is null`

function scoped(scope: SessionScope, bind: Bindings): string {
  return `select release, started_at, session_key, user_key, status, quantity from sessions where ${whereOf(scope, bind)}`
}

/** Of a session whose first report got lost only the bad end is known, and it was one all the same. */
function countsOf(row: Row, users: number): SessionCounts {
  const number = (name: string) => Number(row[name] ?? 0)
  const bad = {
    errored: number('errored'),
    abnormal: number('abnormal'),
    unhandled: number('unhandled'),
    crashed: number('crashed'),
  }
  const least = bad.errored + bad.abnormal + bad.unhandled + bad.crashed
  return {
    sessions: Math.max(number('sessions'), least),
    ...bad,
    users,
    brokenUsers: number('broken_users'),
  }
}
