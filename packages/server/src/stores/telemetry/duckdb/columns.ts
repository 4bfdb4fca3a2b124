import { BIGINT, DuckDBInstance, VARCHAR } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'

import type { StoredKind } from '#domain/intake/stored-kind.ts'
import type { TimeRange } from '#domain/time-range.ts'

import { migrateSql } from '#stores/migrate-sql.ts'
import type { SqlEngine } from '#stores/migrate-sql.ts'
import type { EventRevision, IssueMove } from '#stores/telemetry/telemetry.ts'
import { appendChunks, inTransaction } from '#stores/telemetry/duckdb/chunks/columns-writer.ts'
import { fillSlice, moveSlice } from '#stores/telemetry/duckdb/errors/columns-move.ts'
import { copyColumns } from '#stores/telemetry/duckdb/copy/columns-copy.ts'
import { countColumns, expireColumns } from './columns-kinds.ts'
import type { ColumnsQuery } from './columns-query.ts'
import { tablesOf, type ColumnsRows } from './kind.ts'
import { COLUMNS_KINDS } from './kinds.ts'
import { reviseColumns } from '#stores/telemetry/duckdb/errors/columns-revise.ts'
import { readStoredSpan, type KnownSpan } from '#stores/telemetry/duckdb/errors/stored-span.ts'
import { openReaderPool } from './reader-pool.ts'
import type { ReaderPool } from './reader-pool.ts'

/** The part of the telemetry that is filtered and counted. Calls that write must not overlap. */
export interface Columns extends Pick<ReaderPool, 'interrupt'> {
  /** With the reader that is free. */
  read<T>(work: (query: ColumnsQuery) => Promise<T>): Promise<T>
  /** Adds the rows at or above the stored position of the spool, and moves it to `to`, in one transaction. */
  append(spoolId: string, to: number, rows: ColumnsRows): Promise<void>
  watermark(spoolId: string): Promise<number>
  revise(revisions: readonly EventRevision[]): Promise<void>
  /** Both answer whether there is more to do. */
  fill(move: IssueMove, fingerprintOf: Parameters<typeof fillSlice>[2]): Promise<boolean>
  move(move: IssueMove): Promise<boolean>
  /** Answers how many rows of each of these kinds went. */
  expire(
    projectId: string,
    before: number,
    kinds: readonly StoredKind[],
  ): Promise<ReadonlyMap<StoredKind, number>>
  /** Of a project and a range, else of everything. */
  counts(projectId?: string, range?: TimeRange): Promise<ReadonlyMap<StoredKind, number>>
  /** Nothing may be written meanwhile. */
  copyTo(dir: string): Promise<void>
  close(): Promise<void>
}

export interface ColumnsOptions {
  readonly file: string
  readonly tempDir: string
  readonly memoryLimitMb: number
  readonly threads: number
  readonly now: () => number
  /** Deadline of reads by the server itself; default LIMITS.questions.ownDeadlineMs. */
  readonly ownDeadlineMs?: number
}

const READERS = 4

export async function openColumns(options: ColumnsOptions): Promise<Columns> {
  const instance = await DuckDBInstance.create(options.file, {
    memory_limit: `${options.memoryLimitMb}MB`,
    threads: String(options.threads),
    temp_directory: options.tempDir,
    max_temp_directory_size: '2GB',
    checkpoint_threshold: '32MB',
    preserve_insertion_order: 'false',
    // Pages of up to this many rows read the wide columns of those rows only.
    late_materialization_max_rows: '500',
    // Nothing here reads other files or the network, so nothing smuggled into a statement can either.
    enable_external_access: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    lock_configuration: 'true',
  })
  try {
    const writer = await instance.connect()
    const folder = new URL('./migrations/columns/', import.meta.url)
    await migrateSql(migrationEngine(writer, options.file, options.now), folder)
    const readers = await openReaderPool(instance, READERS, options.ownDeadlineMs)
    const copyTo = (dir: string) => copyColumns(options.file, dir)
    return { ...createColumns(instance, writer, readers, await readStoredSpan(writer)), copyTo }
  } catch (error) {
    instance.closeSync()
    throw error
  }
}

function createColumns(
  instance: DuckDBInstance,
  writer: DuckDBConnection,
  readers: ReaderPool,
  span: KnownSpan,
): Omit<Columns, 'copyTo'> {
  const watermark = (spoolId: string) => positionOf(writer, spoolId)
  return {
    read: (work) =>
      readers.read((query) =>
        work(
          Object.assign((...args: Parameters<typeof query>) => query(...args), {
            bindings: query.bindings,
            storedEvents: span.now,
          }),
        ),
      ),
    interrupt: () => readers.interrupt(),
    watermark,

    async append(spoolId, to, rows) {
      const position = await watermark(spoolId)
      if (to <= position) return
      // Filled before the transaction begins: a value that cannot be stored then costs nothing.
      const tables = COLUMNS_KINDS.flatMap(tablesOf).map(
        ({ table, chunks }) => [table, chunks(rows, position)] as const,
      )
      span.widen(rows.events)
      await inTransaction(writer, async () => {
        for (const [table, chunks] of tables) await appendChunks(writer, table, chunks)
        const moved = await writer.run(
          'update watermarks set position = $1 where spool_id = $2',
          [BigInt(to), spoolId],
          [BIGINT, VARCHAR],
        )
        if (moved.rowsChanged === 0)
          await writer.run('insert into watermarks values ($1, $2)', [spoolId, BigInt(to)], [VARCHAR, BIGINT])
      })
    },

    revise: (revisions) => reviseColumns(writer, revisions),
    fill: (move, fingerprintOf) => fillSlice(writer, move, fingerprintOf),
    move: (move) => moveSlice(writer, move),

    async expire(...args) {
      const gone = await expireColumns(writer, ...args)
      await span.reload()
      return gone
    },
    counts: (...args) => readers.read((query) => countColumns(query, ...args)),

    async close() {
      await readers.close()
      writer.closeSync()
      instance.closeSync()
    },
  }
}

async function positionOf(writer: DuckDBConnection, spoolId: string): Promise<number> {
  const result = await writer.run(
    'select max(position) from watermarks where spool_id = $1',
    [spoolId],
    [VARCHAR],
  )
  const [row] = await result.getRowsJS()
  return Number(row?.[0] ?? 0)
}

function migrationEngine(connection: DuckDBConnection, name: string, now: () => number): SqlEngine {
  return {
    name,
    async applied() {
      await connection.run(`create table if not exists schema_migrations
                            (version bigint not null, file varchar not null, applied_at bigint not null)`)
      const result = await connection.run('select version from schema_migrations')
      return (await result.getRowsJS()).map(([version]) => Number(version))
    },
    apply: ({ version, file, sql }) =>
      inTransaction(connection, async () => {
        await connection.run(sql)
        await connection.run(
          'insert into schema_migrations values ($1, $2, $3)',
          [BigInt(version), file, BigInt(now())],
          [BIGINT, VARCHAR, BIGINT],
        )
      }),
  }
}
