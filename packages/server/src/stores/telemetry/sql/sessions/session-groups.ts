import type { SessionCounts } from '#domain/releases/session.ts'

import type { SessionGroup, SessionGroupScope, SessionTelemetry } from '#stores/telemetry/sessions.ts'
import type { Bindings, Query, Row } from '#stores/telemetry/sql/dialect.ts'
import { bucketCount } from '#stores/telemetry/sql/errors/time-series.ts'
import { BEGUN, BROKEN, BROKEN_USERS, countsOf, ERRORED } from './session-counts.ts'
import { whereOf } from './session-users.ts'

type Options = Parameters<SessionTelemetry['sessionGroups']>[1]

export async function readSessionGroups(
  query: Query,
  scope: SessionGroupScope,
  { by, bucketMs, limit }: Options,
): Promise<readonly SessionGroup[]> {
  const whole = await countedBy(query, scope, by, undefined)
  const groups = [...Map.groupBy(whole, keyOf)]
    .map(([key, rows]) => ({ key, parts: partsOf(rows[0]!, by), counts: countsWithUsers(rows) }))
    .toSorted((a, b) => b.counts.sessions - a.counts.sessions || (a.key < b.key ? -1 : 1))
    .slice(0, limit)
  if (bucketMs === undefined || groups.length === 0)
    return groups.map(({ parts, counts }) => groupOf(parts, counts, []))
  const [length, first] = [bucketCount(scope, bucketMs), Math.floor(scope.range.from / bucketMs)]
  const shown = groups.map(({ parts }) => parts)
  const inBuckets = Map.groupBy(await countedBy(query, narrowed(scope, shown, by), by, bucketMs), keyOf)
  return groups.map(({ key, parts, counts }) => {
    const byBucket = Map.groupBy(inBuckets.get(key) ?? [], ({ bucket }) => Number(bucket) - first)
    const buckets = Array.from({ length }, (_, index) => countsWithUsers(byBucket.get(index) ?? []))
    return groupOf(parts, counts, buckets)
  })
}

type Parts = Pick<SessionGroup, 'release' | 'environment'>

function groupOf(parts: Parts, counts: SessionCounts, buckets: readonly SessionCounts[]): SessionGroup {
  return { ...parts, counts, buckets }
}

/** What a row counts, beside what `countsOf` knows. */
const USERS = -3

function countsWithUsers(rows: readonly Row[]): SessionCounts {
  const users = rows.find(({ what }) => Number(what) === USERS)
  return countsOf(rows, Number(users?.['count'] ?? 0))
}

async function countedBy(
  query: Query,
  scope: SessionGroupScope,
  by: Options['by'],
  bucketMs: number | undefined,
): Promise<readonly Row[]> {
  const bind = query.bindings()
  const column = (name: 'release' | 'environment') =>
    `${by.includes(name) ? `coalesce(${name}, '')` : "''"} as ${name}`
  const bucket = bucketMs === undefined ? '0' : bind.dialect.quotient('started_at', bind.integer(bucketMs))
  const keys = 'release, environment, bucket'
  return query(
    `with told as materialized (
       select ${column('release')}, ${column('environment')}, ${bucket} as bucket,
              session_key, user_key, status, quantity
       from sessions where ${placesOf(scope, bind)}
     ),
     bad as (
       select ${bind.dialect.anyOf('release')} as release, ${bind.dialect.anyOf('environment')} as environment, min(bucket) as bucket,
              max(status) as status, 1 as quantity
       from told where status >= ${ERRORED} and session_key is not null group by session_key
       union all
       select ${keys}, status, quantity from told where status >= ${ERRORED} and session_key is null
     )
     select ${keys}, ${BEGUN} as what, sum(quantity) as count from told group by ${keys}
     union all
     select ${keys}, status, sum(quantity) from bad group by ${keys}, status
     union all
     select ${keys}, ${USERS}, count(distinct user_key) from told group by ${keys}
     union all
     select ${keys}, ${BROKEN_USERS}, count(distinct user_key) from told where status >= ${BROKEN} group by ${keys}`,
    bind,
  )
}

function placesOf({ environments, ...scope }: SessionGroupScope, bind: Bindings): string {
  if (environments?.length === 0) return 'false'
  const where = whereOf(scope, bind)
  if (environments === undefined) return where
  const named = environments.map((one) => bind.text(one))
  return `${where} and coalesce(environment, '') in (${named.join(', ')})`
}

/** Only the groups that are shown: all releases in all buckets can be millions of rows. */
function narrowed(scope: SessionGroupScope, groups: readonly Parts[], by: Options['by']): SessionGroupScope {
  const releases = [...new Set(groups.flatMap(({ release }) => release ?? []))]
  const environments = [...new Set(groups.flatMap(({ environment }) => environment ?? []))]
  return {
    ...scope,
    ...(by.includes('release') && { releases }),
    ...(by.includes('environment') && { environments }),
  }
}

function keyOf({ release, environment }: Row): string {
  return JSON.stringify([release, environment])
}

function partsOf({ release, environment }: Row, by: Options['by']): Parts {
  return {
    release: by.includes('release') ? (release as string) : undefined,
    environment: by.includes('environment') ? (environment as string) : undefined,
  }
}
