import type { Log } from '#domain/log.ts'
import { LIMITS } from '#domain/limits.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import type { SpoolReader } from '#spool/spool.ts'
import type { BlobStore } from '#stores/blobs/blobs.ts'
import type { ReleaseHealthRecords } from '#stores/records/release-health.ts'
import type { DigestRecords } from '#stores/records/records.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { createBatchSpacing } from './batch-spacing.ts'
import type { DigestedBatch } from './digest-batch.ts'
import type { ItemBudget } from './item-budget.ts'
import type { KeptItems, KeptStep } from '#digest/kept/read-kept-items.ts'
import type { Kinds } from '#digest/kinds/kind.ts'
import { createPause } from './pause.ts'
import { createReadAhead } from './read-ahead.ts'
import type { ThinningStates } from '#digest/thinning/thinning-states.ts'
import { writeBatch } from './write-batch.ts'
import type { WrittenBatch } from './write-batch.ts'

export interface DigesterDeps {
  readonly reader: SpoolReader
  readonly records: DigestRecords
  readonly kinds: Kinds
  readonly projects: (projectId: string) => Promise<ProjectSettings | undefined>
  readonly telemetry: Pick<TelemetryStore, 'append' | 'known' | 'find' | 'get' | 'watermark'>
  readonly blobs: Pick<BlobStore, 'put'>
  readonly releases: Pick<ReleaseHealthRecords, 'recordSeen'>
  readonly setAside: (name: string, bytes: Uint8Array) => Promise<void>
  readonly budget?: ItemBudget
  /** Without it everything is kept. */
  readonly thinning?: ThinningStates
  readonly now: () => number
  readonly log: Log
  readonly limits?: { readonly batchBytes: number; readonly batchRecords: number }
  /** Gets its turn whenever everything that came is stored. */
  readonly kept?: KeptItems
  /** Awaited between batches, so that more urgent work runs first. */
  readonly yieldToSenders?: () => Promise<void>
  /** Called when a batch is in every store. */
  readonly onBatch?: (batch: WrittenBatch & { readonly durationMs: number }) => void
}

export interface Digester {
  /** The log may be read up to here. */
  advance(committed: number): void
  /** Resolves when everything below the last `advance` is stored. */
  idle(): Promise<void>
  /** Finishes or abandons the batch under way; what was not stored is read again at the next start. */
  stop(): Promise<void>
}

const NO_KEPT_ITEMS: KeptStep = { written: undefined, isOver: true }

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5000

/**
 * Reads the spool in order and brings it into the stores. A store that fails is asked again with the same batch
 * until it answers: nothing that was accepted is ever skipped (spec PL7).
 */
export function createDigester(deps: DigesterDeps): Digester {
  const pause = createPause()
  const limits = deps.limits ?? LIMITS.pipeline
  const ahead = createReadAhead({ ...deps, limits })
  const spaced = createBatchSpacing(pause, () => performance.now())
  const isFullAt = (from: number) => committed - from >= limits.batchBytes
  let committed = 0
  let position: number | undefined
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    let failures = 0
    let waiting: DigestedBatch | undefined
    while (!pause.ended()) {
      let startedAt = performance.now()
      const told = (batch: WrittenBatch) =>
        deps.onBatch?.({ ...batch, durationMs: performance.now() - startedAt })
      try {
        position ??= await startOf(deps)
        if (position >= committed) {
          const { written, isOver } = (await deps.kept?.next()) ?? NO_KEPT_ITEMS
          if (written !== undefined) told({ ...written, position, receivedAt: undefined })
          // Something may have come meanwhile.
          if (isOver && position >= committed) break
          await deps.yieldToSenders?.()
          continue
        }
        if (!isFullAt(position)) await spaced()
        startedAt = performance.now()
        waiting ??= await ahead.take(position, committed)
        if (isFullAt(waiting.to)) ahead.prepare(waiting.to, committed)
        told(await writeBatch(deps, waiting))
        position = waiting.to
        waiting = undefined
        failures = 0
        await deps.yieldToSenders?.()
      } catch (error) {
        const wait = Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS)
        deps.log.error('a store did not take a batch; it is kept and tried again', { error, position, wait })
        await pause.for(wait)
      }
    }
    running = undefined
  }

  return {
    advance(to) {
      committed = Math.max(committed, to)
      if (!pause.ended()) running ??= run()
    },
    idle: async () => running,
    async stop() {
      pause.end()
      await running
      await ahead.settled()
    },
  }
}

/** Each store skips what it has, so reading begins at the one that is furthest behind. */
async function startOf({ records, telemetry, reader }: DigesterDeps): Promise<number> {
  const [inRecords, inTelemetry, first] = await Promise.all([
    records.watermark(reader.id),
    telemetry.watermark(reader.id),
    reader.first(),
  ])
  return Math.max(Math.min(inRecords, inTelemetry), first)
}
