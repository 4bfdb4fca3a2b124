import type pg from 'pg'
import { addRows, checksumOf, NO_ROWS_SUMMED, type Checksum } from '#stores/checksum.ts'
import type { Log } from '#domain/log.ts'
import { OWN_FACT, type RecordSource, type RecordTarget, type RecordValue } from '#stores/records/moving.ts'
import { storable } from '#stores/records/sql/text.ts'
import { openPool } from './connections.ts'
import { explained } from './postgres-errors.ts'

interface Column {
  readonly name: string
  readonly type: string
}

/** A database whose records were made by `openPostgresRecords`. */
export function openPostgresTarget(url: string, log: Log): RecordTarget {
  const pool = openPool(url, log, 2)
  const ask = async (statement: string, values: unknown[] = []) => {
    try {
      return (await pool.query<Record<string, unknown>>(statement, values)).rows
    } catch (error) {
      throw explained(error)
    }
  }
  const columnsOf = async (table: string): Promise<readonly Column[]> => {
    const rows = await ask(
      `select column_name as name, udt_name as type from information_schema.columns
       where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
      [table],
    )
    return rows as unknown as readonly Column[]
  }
  return {
    async isEmpty() {
      const [row] = await ask(
        'select exists (select 1 from organizations) or exists (select 1 from auth_user) as found',
      )
      return row!['found'] !== true
    },
    migrations: async () =>
      (await ask('select name from migrations order by name')).map(({ name }) => name as string),
    async inOrder(tables) {
      const rows = await ask(`
        select child.relname as child, parent.relname as parent from pg_constraint
        join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
        where contype = 'f' and connamespace = current_schema()::regnamespace`)
      const pairs = rows.map(({ child, parent }) => [child as string, parent as string] as const)
      return parentsFirst(tables, pairs)
    },
    async copy(table, source, moved) {
      const columns = await columnsOf(table)
      const client = await pool.connect()
      try {
        return await copyTable(client, { table, columns }, source, moved)
      } catch (error) {
        throw explained(error)
      } finally {
        client.release()
      }
    },
    async checksum(table) {
      const [row] = await ask(checksumOfTable(table, await columnsOf(table)))
      return checksumOf(Number(row!['many']), BigInt(String(row!['high'])), BigInt(String(row!['low'])))
    },
    close: () => pool.end(),
  }
}

export function parentsFirst(
  tables: readonly string[],
  references: ReadonlyArray<readonly [child: string, parent: string]>,
): readonly string[] {
  const ordered = new Set<string>()
  const visit = (table: string): void => {
    if (ordered.has(table)) return
    for (const [child, parent] of references) if (child === table && parent !== table) visit(parent)
    ordered.add(table)
  }
  for (const table of tables) visit(table)
  return [...ordered].filter((table) => tables.includes(table))
}

const movedRows = (table: string): string =>
  table === 'facts' ? `"facts" where name <> '${OWN_FACT}'` : `"${table}"`

/** In one transaction: a kill leaves the table as it was. */
async function copyTable(
  client: pg.PoolClient,
  { table, columns }: { readonly table: string; readonly columns: readonly Column[] },
  source: RecordSource,
  moved: (rows: number) => void,
): Promise<Checksum> {
  const names = columns.map(({ name }) => name)
  const lists = columns.map(({ type }, at) => `$${at + 1}::${type}[]`)
  const insert = `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')})
    select * from unnest(${lists.join(', ')})`
  let sent = NO_ROWS_SUMMED
  await client.query('begin')
  try {
    await client.query(`delete from ${movedRows(table)}`)
    for (const part of source.rows(table, names)) {
      const texts = part.map((row) => row.map((value, at) => textOf(columns[at]!.type, value)))
      await client.query(
        insert,
        columns.map(({ type }, at) => texts.map((row) => parameterOf(type, row[at]!))),
      )
      sent = addRows(sent, texts)
      moved(sent.rows)
    }
    await client.query('commit')
    return sent
  } catch (error) {
    // The first error is the one that says why.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** A value in the form that both sides are compared in: booleans as digits, moments as milliseconds. */
function textOf(type: string, value: RecordValue): string | null {
  if (value === null) return null
  if (type === 'timestamptz' && typeof value === 'string') return String(Date.parse(value))
  return typeof value === 'string' ? storable(value) : String(value)
}

function parameterOf(type: string, text: string | null): string | null {
  if (text === null || type !== 'timestamptz') return text
  return new Date(Number(text)).toISOString()
}

/** Only the sum travels. The form of a row is that of `rowText`. */
function checksumOfTable(table: string, columns: readonly Column[]): string {
  const values = columns.map(({ name, type }) => {
    const text = sqlTextOf(type, `"${name}"`)
    return `case when "${name}" is null then 'n' else 's' || octet_length(${text}) || ':' || ${text} end`
  })
  const part = (start: number) =>
    `coalesce(sum(('x' || substr(hash, ${start}, 16))::bit(64)::bigint::numeric), 0)::text`
  return `select count(*)::text as many, ${part(1)} as high, ${part(17)} as low
    from (select md5(${values.join(' || ')}) as hash from ${movedRows(table)}) hashes`
}

function sqlTextOf(type: string, column: string): string {
  if (type === 'bool') return `(${column}::int)::text`
  if (type === 'timestamptz') return `round(extract(epoch from ${column}) * 1000)::bigint::text`
  return `${column}::text`
}
