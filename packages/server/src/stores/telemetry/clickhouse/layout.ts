import type { Layout } from './address.ts'

/**
 * The statements of a migration for a layout. A migration makes tables and adds columns. It says `engine = MergeTree` or
 * another of that family and, before each table, what it is sharded by. On a cluster engines are replicated; sharded, each table is one of this shard behind
 * one of the same name that knows all shards. By project, all tables alike: what is joined lies on one machine.
 */
export function statementsFor(layout: Layout, migration: string): readonly string[] {
  return migration
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .flatMap((statement) => forLayout(layout, statement))
}

/** The table that rows are changed and deleted in, on every machine that has some. */
export function changedTable(layout: Layout, table: string): string {
  return `${storedName(layout, table)} ${onCluster(layout)}`.trimEnd()
}

/** Its name in the catalogue of a machine. */
export const storedName = (layout: Layout, table: string): string =>
  layout.kind === 'sharded' ? localName(table) : table

/** The catalogue of parts, of all machines. */
export const partsOf = (layout: Layout): string =>
  layout.kind === 'single' ? 'system.parts' : `clusterAllReplicas(${layout.cluster}, system.parts)`

/** Behind a statement that every machine has to run. */
export const onCluster = (layout: Layout): string =>
  layout.kind === 'single' ? '' : `on cluster ${layout.cluster}`

const CREATE = /create table if not exists (\w+)/
const ADD_COLUMN = /^alter table (\w+) add column/
const SHARDED_BY = /^-- sharded by (\w+)$/m
const localName = (table: string): string => `${table}_local`

function forLayout(layout: Layout, statement: string): readonly string[] {
  const create = withoutComments(statement)
  if (layout.kind === 'single') return [create]
  const { cluster } = layout
  if (ADD_COLUMN.test(create))
    return tablesOf(layout, create).map((name) =>
      create.replace(ADD_COLUMN, `alter table ${name} on cluster ${cluster} add column`),
    )
  const table = CREATE.exec(create)?.[1]
  const shardedBy = SHARDED_BY.exec(statement)?.[1]
  if (table === undefined || shardedBy === undefined)
    throw new Error(`not the creation of a table that says what it is sharded by: ${create.slice(0, 80)}`)
  const name = storedName(layout, table)
  const replicated = create
    .replace(CREATE, `create table if not exists ${name} on cluster ${cluster}`)
    .replace(/engine = (\w*MergeTree)(?:\((\w+)\))?/, (_, engine: string, version?: string) =>
      [`engine = Replicated${engine}(${PLACE}`, ...(version === undefined ? [] : [version])]
        .join(', ')
        .concat(')'),
    )
    .replace('non_replicated_deduplication_window', 'replicated_deduplication_window')
  if (layout.kind === 'replicated') return [replicated]
  const distributed = `create table if not exists ${table} on cluster ${cluster} as ${name}
engine = Distributed(${cluster}, currentDatabase(), ${name}, cityHash64(${shardedBy}))`
  return [replicated, distributed]
}

/** Sharded, first the one that has the rows: the other asks it for the column. */
function tablesOf(layout: Layout, statement: string): readonly string[] {
  const table = ADD_COLUMN.exec(statement)![1]!
  return [...new Set([storedName(layout, table), table])]
}

/** Filled in by each machine. */
const PLACE = "'/clickhouse/tables/{uuid}/{shard}', '{replica}'"

function withoutComments(statement: string): string {
  return statement
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('--'))
    .join('\n')
    .trim()
}
