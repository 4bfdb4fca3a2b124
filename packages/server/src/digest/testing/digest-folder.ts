import { join } from 'node:path'
import { MOMENT, silentLog } from '#domain/testing.ts'
import { openFileSpoolReader } from '#spool/file-spool-reader.ts'
import { keepItem } from '#spool/quarantine.ts'
import { openTestTelemetry } from '#stores/telemetry/testing/open-telemetry.ts'
import { openFileBlobStore } from '#stores/blobs/files/blob-store.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import { itemMark } from '#digest/item-budget.ts'
import { createKinds } from '#digest/kinds/list.ts'
import { createDigester } from '#digest/run.ts'
import { createThinningStates } from '#digest/thinning/thinning-states.ts'
import type { DigesterDeps } from '#digest/run.ts'

/** Options of a digester; sent to another process as JSON. */
export interface DigestOrder {
  readonly folder: string
  /** The end of the log. */
  readonly committed: number
  /** The record whose first item took too long twice, and is set aside. */
  readonly costly?: number
  /** Each record in a batch of its own, instead of all in one. */
  readonly isOneByOne?: boolean
}

export type FolderStores = Awaited<ReturnType<typeof openFolder>>

/** Every store of a data folder, without its spool's writer, which is no part of a batch. */
export async function openFolder(folder: string) {
  const log = silentLog
  const records = await openTestRecords({ file: join(folder, 'records.sqlite'), log })
  const telemetry = await openTestTelemetry({ dir: join(folder, 'telemetry'), now: () => MOMENT, log })
  const blobs = await openFileBlobStore(join(folder, 'blobs'))
  const reader = await openFileSpoolReader({ dir: join(folder, 'spool'), log })
  return {
    records,
    telemetry,
    blobs,
    reader,
    async close() {
      await reader.close()
      await telemetry.close()
      await records.close()
    },
  }
}

/** Digests what no store has yet; a store that fails is an error here, not something to wait for. */
export async function digestFolder(
  { records, telemetry, blobs, reader }: FolderStores,
  { folder, committed, costly, isOneByOne = false }: DigestOrder,
): Promise<void> {
  const failures: unknown[] = []
  const deps: DigesterDeps = {
    reader,
    records: records.digest,
    projects: async (id) => (await records.projects.byId(id))?.settings,
    telemetry,
    kinds: createKinds(),
    blobs,
    releases: records.releaseHealth,
    thinning: createThinningStates({
      facts: records.facts,
      releases: records.releaseHealth,
      newSalt: () => 'salt',
    }),
    setAside: (name, bytes) => keepItem(join(folder, 'spool'), name, bytes),
    budget: {
      begin() {},
      done() {},
      overruns: (mark) => (costly !== undefined && mark === itemMark(costly, 0) ? 2 : 0),
    },
    now: () => MOMENT,
    log: {
      ...silentLog,
      error(message, fields) {
        failures.push(fields?.['error'] ?? message)
        void digester.stop()
      },
    },
    limits: isOneByOne ? { batchBytes: 1, batchRecords: 1 } : { batchBytes: 1e9, batchRecords: 1e9 },
  }
  const digester = createDigester(deps)
  digester.advance(committed)
  await digester.idle()
  await digester.stop()
  if (failures.length > 0) throw new AggregateError(failures, 'the digester had trouble')
}
