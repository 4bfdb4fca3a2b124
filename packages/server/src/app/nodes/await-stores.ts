import { setTimeout as sleep } from 'node:timers/promises'
import { createNotYet } from '#api/health-only.ts'
import type { Config } from '#app/config.ts'
import { createDeparture } from '#app/http/departure.ts'
import { listenHttp } from '#app/http/http-server.ts'
import { nextSignal, StoppedEarly } from '#app/process/next-signal.ts'
import type { Log } from '#domain/log.ts'
import { StoreAway } from '#domain/store-away.ts'
import { createClientErrorHandler } from '#ingest/http/client-error.ts'
import { refuseForNow } from '#ingest/http/refuse-all.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000
const RETRY_AFTER_SECONDS = 10
const CLOSE_PATIENCE_MS = 500

/**
 * Opens the stores, again and again while the database is away. Meanwhile nothing can be accepted, because nobody knows the
 * keys: whoever sends or asks is told to come back. What will not go away by itself, such as a wrong password, is thrown.
 */
export async function openOnceReached<T>(config: Config, log: Log, open: () => Promise<T>): Promise<T> {
  let room: WaitingRoom | undefined
  try {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        return await open()
      } catch (error) {
        if (!(error instanceof StoreAway)) throw error
        room ??= await openWaitingRoom(config, log)
        room.told(error.message)
        await room.wait(pauseMs)
      }
    }
  } finally {
    await room?.close()
  }
}

interface WaitingRoom {
  /** Why it goes on. */
  told(why: string): void
  wait(ms: number): Promise<void>
  close(): Promise<void>
}

/** Listens at the address of the server until the server itself does. */
async function openWaitingRoom(config: Config, log: Log): Promise<WaitingRoom> {
  const begun = performance.now()
  const stop = nextSignal()
  let why = ''
  const ingest = refuseForNow(() => why, RETRY_AFTER_SECONDS)
  const uncounted = { add: () => {} }
  const http = await listenHttp(config, {
    ingest,
    api: createNotYet('records', () => why, log),
    departure: createDeparture(),
    onClientError: createClientErrorHandler(uncounted),
  })
  return {
    told(sentence) {
      if (sentence !== why)
        log.warn('waiting for the database; nothing is accepted until it is there', {
          url: http.url,
          why: sentence,
        })
      why = sentence
    },
    async wait(ms) {
      const signal = await Promise.race([sleep(ms), stop.signal])
      if (signal !== undefined) throw new StoppedEarly(signal)
    },
    async close() {
      stop.forget()
      await http.close(CLOSE_PATIENCE_MS)
      log.info('no longer waiting for the database', { waitedMs: Math.round(performance.now() - begun) })
    },
  }
}
