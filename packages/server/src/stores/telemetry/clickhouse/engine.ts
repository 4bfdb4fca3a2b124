import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'

import { LIMITS } from '#domain/limits.ts'

import type { Row } from '#stores/telemetry/sql/dialect.ts'
import type { ClickHouseAddress, Layout } from './address.ts'
import { createBindings, type ClickHouseBindings } from './bindings.ts'
import { asClickHouseFailure, isClosedConnection, isNetworkError } from './failure.ts'

/** Rows of one table, as they are sent. */
export interface Insert {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: ReadonlyArray<readonly unknown[]>
  /** The rows are there once, however often they are sent with it. */
  readonly token: string
  /** By which it is found while it runs. */
  readonly comment: string
}

/** What the store needs of ClickHouse. */
export interface Engine {
  readonly name: string
  readonly layout: Layout
  ask(sql: string, bind: ClickHouseBindings, signal?: AbortSignal): Promise<readonly Row[]>
  /** Returns when the rows can be read. */
  insert(insert: Insert): Promise<void>
  /** Changes something; returns when the change can be read. */
  command(sql: string, bind?: ClickHouseBindings): Promise<void>
  close(): Promise<void>
}

/** No question may hold the server, whoever asks it. */
const BOUNDS: ClickHouseSettings = {
  max_execution_time: LIMITS.questions.ownDeadlineMs / 1000,
  max_memory_usage: '4000000000',
  max_rows_to_read: '20000000000',
  // Only for what cannot change anything ClickHouse ends the work when nobody waits for it any more.
  readonly: '2',
  cancel_http_readonly_queries_on_client_close: 1,
}

/** Both engines are asked the same: nulls, names and numbers mean the same. */
const MEANING: ClickHouseSettings = {
  join_use_nulls: 1,
  group_by_use_nulls: 1,
  prefer_column_name_to_alias: 1,
  output_format_json_quote_64bit_integers: 1,
  // An error after half of the rows would otherwise be part of the answer.
  wait_end_of_query: 1,
}

const CHANGES: ClickHouseSettings = {
  mutations_sync: '2',
  lightweight_deletes_sync: '2',
  lightweight_delete_mode: 'lightweight_update',
}

/** Each batch is a block of its own, so that it can be taken back; see docs/decisions/0027. */
const INSERTS: ClickHouseSettings = { async_insert: 0, insert_deduplicate: 1 }

/** On a cluster what one machine was told, all know. */
const AGREED: ClickHouseSettings = {
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  select_sequential_consistency: '1',
  distributed_foreground_insert: 1,
  distributed_product_mode: 'local',
  optimize_skip_unused_shards: 1,
}

/** The client is loaded here and nowhere else: without ClickHouse nobody pays for it. */
export async function connectClickHouse(
  address: ClickHouseAddress,
  database = address.database,
): Promise<Engine> {
  const { createClient, ClickHouseLogLevel } = await import('@clickhouse/client')
  const options = {
    url: address.origin,
    username: address.username,
    password: address.password,
    database,
    application: 'hindcast',
    request_timeout: LIMITS.questions.ownDeadlineMs + 10_000,
    max_open_connections: 32,
    use_multipart_params_auto: true,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: { ...MEANING, ...(address.layout.kind === 'single' ? {} : AGREED) },
  }
  const kept = createClient(options)
  const fresh = createClient({ ...options, keep_alive: { enabled: false } })
  return createEngine({ kept, fresh }, address)
}

interface Clients {
  readonly kept: ClickHouseClient
  /** Connects anew for every statement. */
  readonly fresh: ClickHouseClient
}

function createEngine({ kept, fresh }: Clients, { name, layout }: ClickHouseAddress): Engine {
  async function named<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw asClickHouseFailure(name, error)
    }
  }
  /** Once more over a new connection, where the one that was kept may have been closed while nobody used it. */
  const again = <T>(may: (error: unknown) => boolean, work: (client: ClickHouseClient) => Promise<T>) =>
    named(async () => {
      try {
        return await work(kept)
      } catch (error) {
        if (!may(error)) throw error
        return work(fresh)
      }
    })
  return {
    name,
    layout,
    ask: (sql, { values }, signal) =>
      again(isClosedConnection, async (client) => {
        const answer = await client.query({
          query: sql,
          query_params: values,
          format: 'JSONEachRow',
          clickhouse_settings: BOUNDS,
          ...(signal && { abort_signal: signal }),
        })
        return answer.json<Row>()
      }),
    // With the same token nothing is stored twice.
    insert: ({ table, columns, rows, token, comment }) =>
      again(isNetworkError, async (client) => {
        await client.insert({
          table,
          columns: columns as [string, ...string[]],
          values: rows as unknown[],
          format: 'JSONCompactEachRow',
          clickhouse_settings: { ...INSERTS, insert_deduplication_token: token, log_comment: comment },
        })
      }),
    command: (sql, { values } = createBindings()) =>
      named(async () => {
        await kept.command({ query: sql, query_params: values, clickhouse_settings: CHANGES })
      }),
    close: async () => void (await Promise.all([kept.close(), fresh.close()])),
  }
}
