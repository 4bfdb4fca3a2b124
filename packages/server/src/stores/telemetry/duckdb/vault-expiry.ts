import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'

import type { StoredKind } from '#domain/intake/stored-kind.ts'

import { parseDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import type { VaultKind } from './kind.ts'
import { inTransaction } from './vault-file.ts'

/** Blocks per transaction, and pages given back to the file system per step: a few milliseconds each. */
export const SLICE_BLOCKS = 50
const SLICE_PAGES = 500

export type BlockRow = Record<string, null | number | bigint | string | Uint8Array>

export type ExpireVault = (
  expiring: {
    readonly projectId: string
    readonly before: number
    readonly kinds: readonly StoredKind[]
  },
  stop: AbortSignal,
) => Promise<ReadonlyMap<StoredKind, number>>

/** In slices, so that appends get their turn in between. Answers how many items of each kind went. */
export function createVaultExpiry(db: DatabaseSync, all: readonly VaultKind[]): ExpireVault {
  return async ({ projectId, before, kinds }, stop) => {
    const gone = new Map<StoredKind, number>()
    const project = parseDecimalId(projectId)
    if (project === undefined) return gone
    for (const { kind, expire } of all.filter((one) => kinds.includes(one.kind))) {
      while (!stop.aborted) {
        const { isLast, items } = inTransaction(db, () => expire(project, before))
        gone.set(kind, (gone.get(kind) ?? 0) + items)
        if (isLast) break
        await setImmediate()
      }
    }
    const freePages = db.prepare('pragma freelist_count')
    while (!stop.aborted && Number(freePages.get()?.['freelist_count']) > 0) {
      db.exec(`pragma incremental_vacuum(${SLICE_PAGES})`)
      await setImmediate()
    }
    return gone
  }
}
