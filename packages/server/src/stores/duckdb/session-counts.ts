import type { JS } from '@duckdb/node-api'

import { NO_SESSIONS, SESSION_STATUSES } from '#domain/session.ts'
import type { SessionCounts, SessionStatus } from '#domain/session.ts'

import type { SessionScope, SessionTelemetry } from '../sessions.ts'
import { createBindings } from './bindings.ts'
import type { Bindings } from './bindings.ts'
import { parseDecimalId } from './identifiers.ts'
import type { Query } from './reader-pool.ts'
import { bucketCount } from './time-series.ts'

type Row = Readonly<Record<string, JS>>

export async function readSessionCounts(
  query: Query,
  scope: SessionScope,
  { limit }: { readonly limit: number },
): Promise<ReadonlyMap<string, SessionCounts>> {
  const bind = createBindings()
  const rows = await query(
    `select release, ${COUNTS} from (${oncePerSession(scope, bind)})
     group by release order by sessions desc, release limit ${bind.integer(limit)}`,
    bind,
  )
  return new Map(rows.map((row) => [row['release'] as string, countsOf(row)]))
}

export async function readSessionSeries(
  query: Query,
  scope: SessionScope,
  { bucketMs, by }: Parameters<SessionTelemetry['sessionSeries']>[1],
): Promise<ReadonlyMap<string, readonly SessionCounts[]>> {
  const length = bucketCount(scope, bucketMs)
  const first = Math.floor(scope.range.from / bucketMs)
  const bind = createBindings()
  const rows = await query(
    `select ${by === 'release' ? 'release' : "''"} as key, started_at // ${bind.integer(bucketMs)} as bucket, ${COUNTS}
     from (${oncePerSession(scope, bind)}) group by key, bucket`,
    bind,
  )
  const series = new Map<string, SessionCounts[]>()
  if (by === 'none') series.set('', emptyBuckets(length))
  for (const row of rows) {
    const key = row['key'] as string
    const buckets = series.get(key) ?? emptyBuckets(length)
    buckets[Number(row['bucket']) - first] = countsOf(row)
    series.set(key, buckets)
  }
  return series
}

const emptyBuckets = (length: number): SessionCounts[] => Array.from({ length }, () => NO_SESSIONS)

const place = (status: SessionStatus): number => SESSION_STATUSES.indexOf(status)

const counted = (status: SessionStatus): string =>
  `coalesce(sum(quantity) filter (status = ${place(status)}), 0) as ${status}`

const COUNTS = `sum(quantity) as sessions, ${counted('errored')}, ${counted('abnormal')}, ${counted('unhandled')},
  ${counted('crashed')}, count(distinct user_key) as users,
  count(distinct user_key) filter (status >= ${place('unhandled')}) as broken_users`

/** A session that changed its release or its start in between stays what it was at first. */
function oncePerSession(scope: SessionScope, bind: Bindings): string {
  const where = whereOf(scope, bind)
  return `
    select arg_min(release, seq) as release, min(started_at) as started_at, max(user_key) as user_key,
           max(status) as status, 1 as quantity
    from sessions where ${where} and session_key is not null group by session_key
    union all
    select release, started_at, user_key, status, quantity
    from sessions where ${where} and session_key is null`
}

function whereOf({ projectId, range, releases, environment }: SessionScope, bind: Bindings): string {
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

function countsOf(row: Row): SessionCounts {
  const number = (name: string) => Number(row[name])
  return {
    sessions: number('sessions'),
    errored: number('errored'),
    abnormal: number('abnormal'),
    unhandled: number('unhandled'),
    crashed: number('crashed'),
    users: number('users'),
    brokenUsers: number('broken_users'),
  }
}
