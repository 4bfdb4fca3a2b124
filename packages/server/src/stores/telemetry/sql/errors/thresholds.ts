import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'

import type { Scope } from '#stores/telemetry/telemetry.ts'
import type { ThresholdTelemetry } from '#stores/telemetry/thresholds.ts'
import type { Bindings, Query } from '#stores/telemetry/sql/dialect.ts'
import { whereOf } from './conditions.ts'

type WindowOptions = Parameters<ThresholdTelemetry['windows']>[1]
type ReachedOptions = Parameters<ThresholdTelemetry['reached']>[1]

/**
 * Counts each step first, then adds it to its windows: an hour has twelve steps, and twelve times the events would be
 * too many rows. Users stay distinct until the end.
 */
export async function readWindows(query: Query, scope: Scope, options: WindowOptions) {
  const { by, measure, windowMs, stepMs, ends, atLeast, limit } = options
  const parts = windowMs / stepMs
  if (!Number.isSafeInteger(parts) || parts < 1 || parts > LIMITS.telemetry.buckets)
    throw new AppError('invalid_input', 'A window must be a whole number of steps.')
  const bind = query.bindings()
  const users = measure === 'users'
  const step = bind.integer(stepMs)
  const key = by === 'issue' ? bind.dialect.asText('issue_id') : "''"
  const rows = await query(
    `with steps as (
       select ${key} as key, ${bind.dialect.quotient('received_at', step)} as step, ${users ? 'user_key as who' : 'count(*) as events'}
       from events
       where ${whereOf(scope, bind)} ${users ? 'and user_key is not null' : ''}
         ${by === 'issue' ? `and issue_id in (${busyIssues(scope, atLeast, bind)})` : ''}
       group by key, step${users ? ', who' : ''}
     )
     select key, (step + part) * ${step} as ending,
            ${users ? 'count(distinct who)' : 'sum(events)'} as count
     from steps cross join ${bind.dialect.upTo(bind.integer(parts))} as parts
     where ending >= ${bind.integer(ends.from)} and ending < ${bind.integer(ends.to)}
     group by key, ending
     having count >= ${bind.integer(atLeast)}
     order by ending, key
     limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map(({ key, ending, count }) => ({
    key: key as string,
    end: Number(ending),
    count: Number(count),
  }))
}

/** Others cannot have enough in any window; most issues are such, and they need not be counted step by step. */
function busyIssues(scope: Scope, atLeast: number, bind: Bindings): string {
  return `select issue_id from events where ${whereOf(scope, bind)}
          group by issue_id having count(*) >= ${bind.integer(atLeast)}`
}

export async function readReached(query: Query, scope: Scope, options: ReachedOptions) {
  const { measure, count, since, limit } = options
  const bind = query.bindings()
  const counted =
    measure === 'users'
      ? `select issue_id, min(received_at) as moment from events
         where ${whereOf(scope, bind)} and user_key is not null group by issue_id, user_key`
      : `select issue_id, received_at as moment from events where ${whereOf(scope, bind)}`
  const rows = await query(
    `select ${bind.dialect.asText('issue_id')} as key, moment
     from (${counted})
     qualify row_number() over (partition by issue_id order by moment) = ${bind.integer(count)}
       and moment >= ${bind.integer(since)}
     order by moment, key
     limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map(({ key, moment }) => ({ key: key as string, at: Number(moment) }))
}
