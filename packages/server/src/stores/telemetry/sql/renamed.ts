import type { Renames } from '#domain/routes/renames.ts'

import type { Bindings } from '#stores/telemetry/sql/dialect.ts'

/** Columns of a table that together say which route a row has, and by which it can be named again. */
interface Place {
  readonly route: string
  readonly address: string
  /** Undefined: nobody sends it. */
  readonly sentRoute: string | undefined
}

/** `http.client` spans have an address and no route: it is that of another server. */
const PLACES = {
  visits: [
    { route: 'route', address: "case when op <> 'http.client' then path end", sentRoute: 'sent_route' },
  ],
  navigations: [
    { route: 'from_route', address: 'from_path', sentRoute: undefined },
    { route: 'to_route', address: 'to_path', sentRoute: 'to_sent_route' },
  ],
  events: [{ route: 'route', address: 'url', sentRoute: 'sent_route' }],
} as const satisfies Record<string, readonly Place[]>

export type NamedTable = keyof typeof PLACES
export const NAMED_TABLES = Object.keys(PLACES) as readonly NamedTable[]

/** The release of a row if its routes are told apart, else null. */
const releaseOf = (table: NamedTable, releases: readonly string[], bind: Bindings): string =>
  releases.length === 0
    ? bind.dialect.nullText
    : `case when ${bind.dialect.isOneOf(`${table}.release`, bind.texts(releases))} then ${table}.release end`

/**
 * The table with the names that its rows have today; the table itself where nothing was renamed. Only equal columns in the
 * join: with any other condition DuckDB compares every row with every other.
 */
export function renamed(table: NamedTable, renames: Renames | undefined, bind: Bindings): string {
  if (renames === undefined || renames.list.length === 0) return table
  const list = renameTable(renames, bind)
  const release = releaseOf(table, renames.releases, bind)
  const named = PLACES[table].map((place, index) => {
    const alias = `renames${index}`
    return {
      column: `case when ${alias}.address is null then ${table}.${place.route} else ${alias}.new_route end as ${place.route}`,
      join: `left join (${list}) as ${alias} on ${alias}.address = ${place.address}
        and ${alias}.old_route is not distinct from ${table}.${place.route}
        and ${alias}.old_release is not distinct from ${release}
        and ${alias}.old_sent_route is not distinct from ${place.sentRoute ?? bind.dialect.nullText}
        and ${alias}.old_by_server is not distinct from ${table}.sent_by_server`,
    }
  })
  return `(select ${table}.* replace (${named.map(({ column }) => column).join(', ')})
    from ${table} ${named.map(({ join }) => join).join(' ')})`
}

function renameTable({ list }: Renames, bind: Bindings): string {
  const texts = bind.optionalTexts
  const columns = bind.dialect.table({
    address: texts(list.map(({ address }) => address)),
    old_route: texts(list.map(({ route }) => route)),
    old_release: texts(list.map(({ release }) => release)),
    old_sent_route: texts(list.map(({ sent }) => sent?.route)),
    by_server: texts(list.map(({ sent }) => sent && String(sent.byServer))),
    new_route: texts(list.map(({ to }) => to)),
  })
  return `select *, ${bind.dialect.asBoolean('by_server')} as old_by_server from (${columns})`
}

/** Rows of the table with the columns that a name depends on, once for each place they name. */
export function storedNames(
  table: NamedTable,
  rows: string,
  releases: readonly string[],
  bind: Bindings,
): string {
  const release = releaseOf(table, releases, bind)
  return PLACES[table]
    .map(
      ({ route, address, sentRoute }) =>
        `select ${address} as address, ${route} as route, ${release} as told_release,
           ${sentRoute ?? bind.dialect.nullText} as sent_route, sent_by_server
         from ${table} where ${rows} and ${address} is not null`,
    )
    .join(' union all ')
}
