import type { KeyedName } from '#domain/routes/renames.ts'

import type { RouteTelemetry } from '#stores/telemetry/routes.ts'
import type { Query } from '#stores/telemetry/sql/dialect.ts'
import { NAMED_TABLES, storedNames } from '#stores/telemetry/sql/renamed.ts'
import { rowsOf } from '#stores/telemetry/sql/scope-conditions.ts'

async function readStoredNames(
  query: Query,
  scope: Parameters<RouteTelemetry['storedNames']>[0],
  { releases, limit, called }: Parameters<RouteTelemetry['storedNames']>[1],
): Promise<readonly KeyedName[]> {
  const bind = query.bindings()
  const tables = NAMED_TABLES.map((table) => storedNames(table, rowsOf(scope, bind), releases, bind))
  const rows = await query(
    `select ${bind.dialect.asText('name_key')} as name_key, address, route, told_release, sent_route, sent_by_server,
       count(*) as many
     from (${tables.join(' union all ')})
     ${called === undefined ? '' : `where coalesce(route, address) = ${bind.text(called)}`}
     group by name_key, address, route, told_release, sent_route, sent_by_server
     order by many desc, address, route, told_release, sent_route, sent_by_server
     limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map((row) => {
    const optional = (name: string) => (row[name] ?? undefined) as string | undefined
    const byServer = row['sent_by_server']
    return {
      key: row['name_key'] as string,
      address: row['address'] as string,
      route: optional('route'),
      release: optional('told_release'),
      sent: byServer == null ? undefined : { route: optional('sent_route'), byServer: Boolean(byServer) },
    }
  })
}

export const storedNameReads = { storedNames: readStoredNames }
