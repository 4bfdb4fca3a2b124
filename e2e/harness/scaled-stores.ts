import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { openBucket } from './bucket.ts'
import { newDatabase } from './clickhouse-stores.ts'
import { openClickHouse } from './clickhouse.ts'
import { openPostgres } from './postgres.ts'
import { useStores, type StoresOf } from './stores.ts'

/** A PostgreSQL, a ClickHouse and a bucket, in which every data folder has a part of its own. */
async function openScaledStores(): Promise<{ readonly of: StoresOf; close(): Promise<void> }> {
  const [postgres, clickhouse, bucket] = await Promise.all([openPostgres(), openClickHouse(), openBucket()])
  const made = new Map<string, ReturnType<StoresOf>>()
  const make = async () => ({
    ...bucket.env,
    HINDCAST_DATABASE_URL: await postgres.create(),
    HINDCAST_CLICKHOUSE_URL: clickhouse.urlOf(newDatabase()),
    HINDCAST_BLOBS_URL: bucket.url.replace('?', `/${randomUUID()}?`),
  })
  return {
    of(dataDir) {
      const known = made.get(dataDir) ?? make()
      made.set(dataDir, known)
      return known
    },
    async close() {
      await Promise.all([postgres.close(), clickhouse.close(), bucket.close()])
    },
  }
}

/** All installations of the file that calls this have scaled stores. */
export function onScaledStores(): void {
  let stores: Awaited<ReturnType<typeof openScaledStores>>
  beforeAll(async () => {
    stores = await openScaledStores()
    useStores(stores.of)
  })
  afterAll(async () => {
    useStores(undefined)
    await stores?.close()
  })
}
