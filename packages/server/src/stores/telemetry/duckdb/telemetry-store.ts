import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import { STORED_KINDS } from '#domain/intake/stored-kind.ts'
import type { StoredKind } from '#domain/intake/stored-kind.ts'

import type { KindCounts, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { cleanRow } from '#stores/telemetry/sql/errors/clean-row.ts'
import { createPageLoads } from '#stores/telemetry/sql/spans/page-loads.ts'
import { columnReads } from './column-reads.ts'
import { ensureColumnsFile } from './columns-file.ts'
import type { Columns } from './columns.ts'
import { createHold } from '#stores/telemetry/duckdb/copy/hold.ts'
import { createGuard, createSerialQueue, type Guard } from '#stores/telemetry/guard.ts'
import { moveEvents } from '#stores/telemetry/duckdb/errors/move-events.ts'
import { withMergedIssue } from '#stores/telemetry/duckdb/errors/vault-moves.ts'
import { asStoreFailure } from './store-failure.ts'
import { openRevivingColumns } from './reviving-columns.ts'
import { openVault } from './vault.ts'
import type { Vault } from './vault.ts'

export interface DuckDbTelemetryOptions {
  readonly dir: string
  readonly now: () => number
  readonly log: Log
  /** DuckDB's own share; 192 unless given. */
  readonly memoryLimitMb?: number
  readonly threads?: number
}

/** Columns in DuckDB, documents in SQLite beside it. Exactly one thread of one process may have the folder open. */
export async function openDuckDbTelemetry(options: DuckDbTelemetryOptions): Promise<TelemetryStore> {
  const { dir, now, log, memoryLimitMb = 192, threads = 2 } = options
  await mkdir(dir, { recursive: true })
  const vaultFile = join(dir, 'vault.sqlite')
  const columnsFile = join(dir, 'telemetry.duckdb')
  // The vault first: its lock is the one that also holds within this process.
  const vault = await openVault(vaultFile, now).catch((error: unknown) => {
    throw asStoreFailure(vaultFile, error)
  })
  try {
    await ensureColumnsFile(columnsFile)
    const tempDir = join(dir, 'telemetry.tmp')
    const columnsOptions = { file: columnsFile, tempDir, memoryLimitMb, threads, now }
    const columns = await openRevivingColumns(columnsOptions, log)
    log.info('telemetry opened', { dir, memoryLimitMb, threads })
    return createStore(vault, columns, dir)
  } catch (error) {
    vault.close()
    throw asStoreFailure(columnsFile, error)
  }
}

function createStore(vault: Vault, columns: Columns, dir: string): TelemetryStore {
  const inSequence = createSerialQueue()
  const guarded = createGuard(dir, (error) => asStoreFailure(dir, error))
  const { guard, closing, close } = guarded
  const hold = createHold(inSequence, closing)
  const withCurrentIssue = withMergedIssue(vault)
  const pageLoads = createPageLoads()
  const files = ['vault.sqlite', 'vault.sqlite-wal', 'telemetry.duckdb', 'telemetry.duckdb.wal']

  return {
    ...columnReads(columns, guarded),
    ...vaultReads(vault, guarded),
    append: guard((batch) =>
      inSequence(async () => {
        // Documents first. A crash in between leaves them unlisted, and the replay finds its own ids (spec TS2).
        const stored = vault.append({ ...batch, events: batch.events.map(cleanRow).map(withCurrentIssue) })
        const visits = pageLoads.visitsOf(batch.spans ?? [])
        await columns.append(batch.spoolId, batch.to, { ...batch, events: stored, visits })
      }),
    ),
    watermark: guard((spoolId) =>
      hold.read(async () => Math.min(vault.watermark(spoolId), await columns.watermark(spoolId))),
    ),
    removeRawItems: guard((...args) => inSequence(async () => vault.removeRawItems(...args))),
    revise: guard((revisions) =>
      inSequence(async () => {
        // Documents first: after a crash in between, the repeated call completes it.
        const redirected = revisions.map((revision) =>
          withCurrentIssue({ ...revision, fingerprint: revision.grouping.fingerprint }),
        )
        await columns.revise(vault.revise(redirected))
      }),
    ),
    move: guard((move) => moveEvents({ vault, columns, inSequence, closing }, move)),
    expire: guard(async (projectId, before, kinds = STORED_KINDS) => {
      // Rows first, so that no list shows an event that can no longer be opened.
      const rows = await inSequence(() => columns.expire(projectId, before, kinds))
      const items = await vault.expire({ projectId, before, kinds }, closing)
      return kindCounts(rows, items)
    }),
    // Everything is in the same two files.
    dropBefore: guard(async () => kindCounts(new Map(), new Map())),
    compact: guard((until) => vault.compact(until)),
    received: guard(async (...args) => kindCounts(await columns.counts(...args), vault.counts(...args))),
    stats: guard(async () => ({
      stored: kindCounts(await columns.counts(), vault.counts()),
      bytes: await sizeOf(files.map((file) => join(dir, file))),
    })),
    copyTo: guard((to) =>
      hold.begin(async () => {
        await columns.copyTo(to)
        await vault.copyTo(join(to, 'vault.sqlite'))
      }),
    ),
    resume: guard(async () => hold.end()),
    async close() {
      // Running reads may finish, but a long one must not delay the shutdown.
      const interruptTimer = setTimeout(() => columns.interrupt(), LIMITS.questions.closingMs)
      const isFirst = await close()
      clearTimeout(interruptTimer)
      if (!isFirst) return
      await columns.close()
      vault.close()
    },
  }
}

/** What is looked up by id. */
function vaultReads(vault: Vault, { guard }: Guard) {
  return {
    known: guard(async (...args) => vault.known(...args)),
    get: guard(async (projectId, eventId) => vault.get(projectId, eventId)),
    rawItems: guard(async (...args) => vault.rawItems(...args)),
    rawItemCounts: guard(async (...args) => vault.rawItemCounts(...args)),
    trace: guard((...args) => vault.trace(...args)),
    spanDetails: guard((...args) => vault.spanDetails(...args)),
    spanAttributes: guard((...args) => vault.spanAttributes(...args)),
    find: guard(async (...args) => vault.find(...args)),
    projectsWith: guard(async (...args) => vault.projectsWith(...args)),
    identifiersOf: guard(async (...args) => vault.identifiersOf(...args)),
  } satisfies Partial<TelemetryStore>
}

/** A kind that has columns is counted there. */
function kindCounts(
  rows: ReadonlyMap<StoredKind, number>,
  items: ReadonlyMap<StoredKind, number>,
): KindCounts {
  const counts = STORED_KINDS.map((kind) => [kind, rows.get(kind) ?? items.get(kind) ?? 0] as const)
  return Object.fromEntries(counts) as KindCounts
}

async function sizeOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
