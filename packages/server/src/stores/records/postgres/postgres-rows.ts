import { sql } from 'kysely'
import type { GivenRows } from '#stores/records/sql/given-rows.ts'
import { storable } from '#stores/records/sql/text.ts'

/** A table, which travels as one value: each of a thousand rows would have to be waited for. */
export function postgresRows(columns: Readonly<Record<string, 'text' | 'bigint'>>): GivenRows {
  const typed = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
  const given = sql`json_to_recordset(${null}::json) as given (${sql.join(typed)})`
  return {
    column: (name) => sql.ref(`given.${name}`),
    from: sql`from ${given}`,
    join: sql`cross join ${given}`,
    fill: (statement) => (rows) => ({ ...statement, parameters: [storableJson(rows)] }),
  }
}

/** NUL and halves of surrogate pairs are written like this in JSON, where Postgres refuses them as well. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/

function storableJson(rows: readonly object[]): string {
  const json = JSON.stringify(rows)
  if (!UNSTORABLE.test(json)) return json
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value))
}
