import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { holderOf } from '#app/admin/call.ts'
import type { DrainResult } from '#app/admin/operations.ts'
import { controlSocketPath } from '#app/admin/socket-path.ts'
import { type Digested, startDigesterThread } from '#app/threads/digester-thread.ts'
import { AppError } from '#domain/app-error.ts'
import type { FileSpool } from '#spool/file-spool.ts'
import { readSpoolId } from '#spool/spool-id.ts'
import type { Core } from './core.ts'
import { openSpool } from './open-spool.ts'

type Stores = Pick<
  Core,
  'config' | 'folder' | 'records' | 'telemetry' | 'telemetryThread' | 'symbols' | 'spool' | 'log'
>

export interface SpoolDrains {
  /** Begins with the first call for a folder; says how far it is at each. */
  drain(dir: string): Promise<DrainResult>
  stop(): Promise<void>
}

interface Drain {
  progress(): DrainResult
  stop(): Promise<void>
}

/**
 * Digests the logs of nodes that are gone for good. Positions are kept by the id of the log, so what the node had stored
 * already is not stored again, and a drain that was interrupted goes on where it was.
 */
export function createSpoolDrains(core: Stores, digested: (batch: Digested) => void): SpoolDrains {
  const running = new Map<string, Promise<Drain>>()
  return {
    async drain(given) {
      const dir = spoolIn(given)
      const begun = running.get(dir) ?? begin(core, dir, digested)
      running.set(dir, begun)
      try {
        const drain = await begun
        const progress = drain.progress()
        if (progress.waitingBytes > 0) return progress
        await drain.stop()
        running.delete(dir)
        return progress
      } catch (error) {
        running.delete(dir)
        throw error
      }
    },
    async stop() {
      const drains = await Promise.allSettled(running.values())
      for (const drain of drains) if (drain.status === 'fulfilled') await drain.value.stop()
    },
  }
}

/** The folder itself, or the one inside the data folder of the node. */
function spoolIn(dir: string): string {
  const found = [dir, join(dir, 'spool')].find((place) => existsSync(join(place, 'id')))
  if (found !== undefined) return found
  throw new AppError('invalid_input', `${dir} is neither a spool nor a data folder with one.`)
}

async function begin(core: Stores, dir: string, digested: (batch: Digested) => void): Promise<Drain> {
  const { config, records, telemetry, log } = core
  const id = await readSpoolId(dir)
  if (id === core.spool.id) throw new AppError('invalid_input', `${dir} is the spool of this server.`)
  for (const name of ['control', 'digest'] as const) {
    const holder = await holderOf(controlSocketPath(dirname(dir), name))
    if (holder === undefined) continue
    throw new AppError(
      'conflict',
      `A server (process ${holder.pid ?? 'unknown'}) still uses ${dir}. Stop it first.`,
    )
  }
  const stored = [await records.digest.watermark(id), await telemetry.watermark(id)]
  const folder = { ...core.folder, spool: dir }
  await using opened = new AsyncDisposableStack()
  // As its node would: the end of the log may be torn.
  const spool = await openSpool(config, folder, Math.max(...stored), log)
  opened.defer(() => spool.close())
  const digester = await startDigesterThread({
    folder,
    logging: config.logging,
    telemetryPort: () => core.telemetryThread.port(),
    log,
  })
  const share = (port: Parameters<typeof digester.shareSymbols>[0]) => digester.shareSymbols(port)
  digester.onSymbolsWanted(() => core.symbols.start(share))
  opened.move()
  return follow(spool, digester, Math.min(...stored), digested)
}

function follow(
  spool: FileSpool,
  digester: Awaited<ReturnType<typeof startDigesterThread>>,
  stored: number,
  digested: (batch: Digested) => void,
): Drain {
  const { id, first, committed } = spool.status()
  let position = Math.max(stored, first)
  let items = 0
  let trimming = Promise.resolve()
  let death: Error | undefined
  digester.onDeath((error) => (death = error))
  digester.onDigested((batch) => {
    position = batch.position
    items += batch.items
    trimming = trimming.then(() => spool.trim(batch.position)).catch(() => {})
    digested(batch)
  })
  digester.committed(committed)
  return {
    progress() {
      if (death !== undefined) throw new AppError('store_unavailable', `The digester ended: ${death.message}`)
      return { spool: id, items, waitingBytes: Math.max(0, committed - position) }
    },
    async stop() {
      await digester.stop()
      await trimming
      await spool.close()
    },
  }
}
