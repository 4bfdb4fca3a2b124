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

/** By what its name depends on; rows with the same key are named the same. */
const keyOf = (
  table: NamedTable,
  { route, address, sentRoute }: Place,
  releases: readonly string[],
  bind: Bindings,
): string =>
  bind.dialect.keyOf([
    address,
    `${table}.${route}`,
    releaseOf(table, releases, bind),
    sentRoute ?? bind.dialect.nullText,
    bind.dialect.asText(`${table}.sent_by_server`),
  ])

/**
 * The table with the names that its rows have today; the table itself where nothing was renamed. Only an equal column in
 * the join: with any other condition DuckDB compares every row with every other.
 */
export function renamed(table: NamedTable, renames: Renames | undefined, bind: Bindings): string {
  if (renames === undefined || renames.list.length === 0) return table
  const list = renameTable(renames, bind)
  const named = PLACES[table].map((place, index) => {
    const alias = `renames${index}`
    return {
      column: `case when ${alias}.name_key is null then ${table}.${place.route} else ${alias}.new_route end as ${place.route}`,
      join: `left join (${list}) as ${alias} on ${alias}.name_key = ${keyOf(table, place, renames.releases, bind)}`,
    }
  })
  return `(select ${table}.* replace (${named.map(({ column }) => column).join(', ')})
    from ${table} ${named.map(({ join }) => join).join(' ')})`
}

/** A row for each key: a hundred thousand values of a list would take seconds to bind. */
function renameTable({ list }: Renames, bind: Bindings): string {
  const { table, eachPart, asKey } = bind.dialect
  const names = table({
    new_route: bind.optionalTexts(list.map(({ to }) => to)),
    name_keys: bind.texts(list.map(({ keys }) => keys)),
  })
  const each = `select new_route, ${eachPart('name_keys', "','")} as name_key from (${names})`
  return `select new_route, ${asKey('name_key')} as name_key from (${each})`
}

/** Rows of the table with the columns that a name depends on and their key, once for each place they name. */
export function storedNames(
  table: NamedTable,
  rows: string,
  releases: readonly string[],
  bind: Bindings,
): string {
  const release = releaseOf(table, releases, bind)
  return PLACES[table]
    .map(
      (place) =>
        `select ${keyOf(table, place, releases, bind)} as name_key, ${place.address} as address,
           ${place.route} as route, ${release} as told_release,
           ${place.sentRoute ?? bind.dialect.nullText} as sent_route, sent_by_server
         from ${table} where ${rows} and ${place.address} is not null`,
    )
    .join(' union all ')
}
