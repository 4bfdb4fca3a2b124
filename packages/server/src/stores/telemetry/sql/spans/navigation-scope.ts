import type { SupersededRelease } from '#domain/releases/superseded.ts'

import type { NavigationScope } from '#stores/telemetry/navigations.ts'
import type { Bindings } from '#stores/telemetry/sql/dialect.ts'
import { rowsOf } from '#stores/telemetry/sql/scope-conditions.ts'

export const scopeOf = (scope: NavigationScope, bind: Bindings): string =>
  rowsOf(scope, bind, { environment: scope.environment })

/** A table of them; `old_environment` is empty where none was sent. */
export function supersededTable(superseded: readonly SupersededRelease[], bind: Bindings): string {
  const column = (read: (one: SupersededRelease) => string) => bind.texts(superseded.map(read))
  const columns = bind.dialect.table({
    old_release: column(({ release }) => release),
    old_environment: column(({ environment }) => environment ?? ''),
    moment: column(({ at }) => String(Math.ceil(at))),
  })
  return `superseded as (
      select old_release, old_environment, moment::bigint as superseded_at from (${columns})
    )`
}

/** Of a table with release and environment: at most one row of the superseded ones. */
export const BESIDE_SUPERSEDED = `superseded on old_release = release and old_environment = coalesce(environment, '')`
