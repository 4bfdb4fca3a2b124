import type { JS } from '@duckdb/node-api'

import type { SupersededRelease } from '#domain/releases/superseded.ts'

import type { NavigationScope } from '#stores/telemetry/navigations.ts'
import type { Bindings } from '#stores/telemetry/duckdb/bindings.ts'
import { rowsOf } from '#stores/telemetry/duckdb/query/scope-conditions.ts'

export type Row = Readonly<Record<string, JS>>

export const scopeOf = (scope: NavigationScope, bind: Bindings): string =>
  rowsOf(scope, bind, { environment: scope.environment })

/** A table of them; `old_environment` is empty where none was sent. */
export function supersededTable(superseded: readonly SupersededRelease[], bind: Bindings): string {
  const column = (read: (one: SupersededRelease) => string) => `unnest(${bind.texts(superseded.map(read))})`
  return `superseded as (
      select ${column(({ release }) => release)} as old_release,
        ${column(({ environment }) => environment ?? '')} as old_environment,
        ${column(({ at }) => String(Math.ceil(at)))}::bigint as superseded_at
    )`
}

/** Of a table with release and environment: at most one row of the superseded ones. */
export const BESIDE_SUPERSEDED = `superseded on old_release = release and old_environment = coalesce(environment, '')`
