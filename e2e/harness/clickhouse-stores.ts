import { randomUUID } from 'node:crypto'
import { silentLog } from '../../packages/server/src/domain/testing.ts'
import {
  type ClickHouseAddress,
  readClickHouseAddress,
} from '../../packages/server/src/stores/telemetry/clickhouse/address.ts'
import {
  openClickHouseTelemetry,
  type ClickHouseTelemetryOptions,
} from '../../packages/server/src/stores/telemetry/clickhouse/telemetry-store.ts'
import type { OpenedTelemetryStore } from '../../packages/server/src/stores/telemetry/telemetry.contract.ts'
import type { TelemetryStore } from '../../packages/server/src/stores/telemetry/telemetry.ts'
import type { TestClickHouse } from './clickhouse.ts'

/** Databases that nobody uses now, empty. To empty the tables of one takes a quarter of the time of making them. */
const empty: string[] = []

export const newDatabase = (): string => `hindcast_${randomUUID().replaceAll('-', '')}`

export function openStore(
  address: ClickHouseAddress,
  connect?: ClickHouseTelemetryOptions['connect'],
): Promise<TelemetryStore> {
  const options = { address, now: () => 1_750_000_000_000, log: silentLog }
  return openClickHouseTelemetry(connect === undefined ? options : { ...options, connect })
}

/** A store with a database to itself. */
export async function openAlone(
  server: TestClickHouse,
): Promise<OpenedTelemetryStore & { readonly address: ClickHouseAddress }> {
  const database = empty.pop() ?? newDatabase()
  const address = readClickHouseAddress(server.urlOf(database))
  let store = await openStore(address)
  return {
    store,
    address,
    async reopen() {
      await store.close()
      store = await openStore(address)
      return store
    },
    async cleanup() {
      await store.close()
      await server.run(`truncate all tables from ${database} not like 'schema_migrations'`)
      empty.push(database)
    },
  }
}
