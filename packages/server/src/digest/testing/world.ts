import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Log } from '#domain/log.ts'
import { MOMENT } from '#domain/testing.ts'
import { openFileSpool } from '#spool/file-spool.ts'
import { openFileSpoolReader } from '#spool/file-spool-reader.ts'
import { keepItem } from '#spool/quarantine.ts'
import type { Receipt, Spool } from '#spool/spool.ts'
import type { BlobStore } from '#stores/blobs/blobs.ts'
import { openTestTelemetry } from '#stores/telemetry/testing/open-telemetry.ts'
import { openFileBlobStore } from '#stores/blobs/files/blob-store.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { createKinds } from '#digest/kinds/list.ts'
import { createDigester } from '#digest/run.ts'
import { createThinningStates } from '#digest/thinning/thinning-states.ts'
import type { Digester, DigesterDeps } from '#digest/run.ts'
import type { WrittenBatch } from '#digest/write-batch.ts'
import { aReceipt } from './records.ts'

export interface Logged {
  readonly level: keyof Log
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>> | undefined
}

/** A spool and every store in a folder of their own, all of them real. */
export interface World {
  readonly folder: string
  readonly spool: Spool
  readonly records: RecordStore
  readonly telemetry: TelemetryStore
  readonly blobs: BlobStore
  readonly projectId: string
  readonly logged: readonly Logged[]
  readonly batches: readonly WrittenBatch[]
  append(body: Uint8Array, receipt?: Partial<Receipt>): Promise<number>
  /** What a digester needs of this world. */
  digesterDeps(): Promise<DigesterDeps>
  /** A digester as it starts after a restart; stopped when the test is over. */
  startDigester(over?: Partial<DigesterDeps>): Promise<Digester>
  /** Digests everything appended so far. */
  digest(over?: Partial<DigesterDeps>): Promise<void>
}

export async function aWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-pipeline-'))
  const logged: Logged[] = []
  const batches: WrittenBatch[] = []
  const log = logInto(logged)
  const { spool, records, telemetry, blobs } = await openAll(folder, log)
  const projectId = await addProject(records)

  async function startDigester(over: Partial<DigesterDeps> = {}): Promise<Digester> {
    const digester = createDigester({ ...(await digesterDeps()), ...over })
    onTestFinished(() => digester.stop())
    return digester
  }

  async function digesterDeps(): Promise<DigesterDeps> {
    const reader = await openFileSpoolReader({ dir: join(folder, 'spool'), log })
    onTestFinished(() => reader.close())
    return {
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
      now: () => MOMENT,
      log,
      onBatch: (batch) => batches.push(batch),
    }
  }

  return {
    folder,
    spool,
    records,
    telemetry,
    blobs,
    logged,
    batches,
    projectId,
    digesterDeps,
    startDigester,
    append: (body, receipt = {}) => spool.append(aReceipt({ projectId, ...receipt }), body),
    async digest(over) {
      const digester = await startDigester(over)
      digester.advance(spool.status().committed)
      await digester.idle()
      await digester.stop()
    },
  }
}

async function openAll(folder: string, log: Log) {
  const spool = await openFileSpool({
    dir: join(folder, 'spool'),
    limitBytes: 1e9,
    reserveBytes: 0,
    segmentBytes: 1e6,
    retryAfterSeconds: 30,
    now: Date.now,
    log,
  })
  const records = await openTestRecords({ file: join(folder, 'records.sqlite'), log })
  const telemetry = await openTestTelemetry({ dir: join(folder, 'telemetry'), now: Date.now, log })
  const blobs = await openFileBlobStore(join(folder, 'blobs'))
  onTestFinished(async () => {
    await spool.close()
    await telemetry.close()
    await records.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { spool, records, telemetry, blobs }
}

async function addProject(records: RecordStore): Promise<string> {
  const { id } = await records.organizations.create({ slug: 'main', name: 'Main', now: MOMENT })
  const created = await records.projects.create({
    organizationId: id,
    name: 'Shop',
    platform: undefined,
    now: MOMENT,
  })
  return created.project.id
}

function logInto(logged: Logged[]): Log {
  const at = (level: keyof Log) => (message: string, fields?: Readonly<Record<string, unknown>>) =>
    void logged.push({ level, message, fields })
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
