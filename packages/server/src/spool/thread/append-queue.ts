import { LIMITS } from '#domain/limits.ts'
import { SpoolRefused } from '#spool/spool.ts'
import { encodeBatch, type Waiting } from './batch-codec.ts'
import { toError, type Refused, type SpoolThreadOptions, type ToSpool } from './spool-messages.ts'

interface Append extends Waiting {
  readonly resolve: (position: number) => void
  readonly reject: (error: Error) => void
}

/** Gathers the appends of a turn and remembers who waits for which batch. */
export function createAppendQueue(post: (message: ToSpool, transfer: ArrayBuffer[]) => void) {
  const waiting = new Map<number, readonly Append[]>()
  let gathering: Append[] = []
  let lastBatch = 0
  let pendingBytes = 0
  const sizeOf = (appends: readonly Append[]) => appends.reduce((sum, { body }) => sum + body.byteLength, 0)

  const flush = () => {
    if (gathering.length === 0) return
    lastBatch += 1
    const records = encodeBatch(gathering)
    waiting.set(lastBatch, gathering)
    gathering = []
    post({ type: 'append', batch: lastBatch, records }, [records])
  }

  return {
    flush,
    add: (receipt: string, body: Uint8Array) =>
      new Promise<number>((resolve, reject) => {
        if (gathering.length === 0) setImmediate(flush)
        pendingBytes += body.byteLength
        gathering.push({ receipt, body, resolve, reject })
      }),
    refusal: ({ retryAfterSeconds }: SpoolThreadOptions) =>
      pendingBytes > LIMITS.spool.pendingBytes
        ? new SpoolRefused('spool_full', retryAfterSeconds)
        : undefined,
    settle(batch: number, results: ReadonlyArray<number | Refused>) {
      const appends = waiting.get(batch) ?? []
      waiting.delete(batch)
      pendingBytes -= sizeOf(appends)
      for (const [index, { resolve, reject }] of appends.entries()) {
        const result = results[index]!
        if (typeof result === 'number') resolve(result)
        else reject(toError(result))
      }
    },
    refuseAll(error: Error) {
      const refused = [...[...waiting.values()].flat(), ...gathering]
      waiting.clear()
      gathering = []
      pendingBytes = 0
      for (const { reject } of refused) reject(error)
    },
  }
}
