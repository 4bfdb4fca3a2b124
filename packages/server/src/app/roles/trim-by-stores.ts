import type { Log } from '#domain/log.ts'
import type { FileSpool } from '#spool/file-spool.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'

const ASK_EVERY_MS = 250

export interface TrimDeps {
  readonly spool: FileSpool
  readonly records: Pick<RecordStore, 'digest'>
  readonly telemetry: Pick<TelemetryStore, 'watermark'>
  /** Told how far the stores are. */
  readonly stored: (position: number) => void
  readonly log: Log
}

/** Another process digests: how far it is, the stores say. Nothing is asked while nothing waits. */
export function trimByStores({ spool, records, telemetry, stored, log }: TrimDeps): {
  stop(): Promise<void>
} {
  let isAway = false
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    try {
      const positions = [records.digest.watermark(spool.id), telemetry.watermark(spool.id)]
      const position = Math.min(...(await Promise.all(positions)))
      await spool.trim(position)
      stored(position)
      if (isAway) log.info('the stores say again how far the spool is digested')
      isAway = false
    } catch (error) {
      // Said once: events are accepted meanwhile, and the spool keeps everything.
      if (!isAway) log.warn('the stores do not say how far the spool is digested', { error })
      isAway = true
    }
  }

  const timer = setInterval(() => {
    const { first, committed } = spool.status()
    if (asking !== undefined || first >= committed) return
    asking = ask().finally(() => (asking = undefined))
  }, ASK_EVERY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await asking
    },
  }
}
