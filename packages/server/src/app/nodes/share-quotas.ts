import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { QuotaBook } from '#ingest/quota/quota.ts'
import type { RecordStore } from '#stores/records/records.ts'

export interface SharedQuotas {
  /** Tells the others the last of it. */
  stop(): Promise<void>
}

/** Rows are dated when they are written and read when they are there: this much later at most. */
const LATE_MS = 10_000
const EXPIRE_EACH = 60
/** A database that does not answer must not keep a node from stopping. */
const LAST_WORDS_MS = 2_000

/**
 * Accepting asks nobody: a node goes by what it took itself and what the others told it last. Without the records it goes on
 * by that, and tells them afterwards. What an earlier process on this data folder took counts as that of another node.
 */
export async function shareQuotas(
  book: Pick<QuotaBook, 'untold' | 'told' | 'heard'>,
  { quotaCounts }: Pick<RecordStore, 'quotaCounts'>,
  log: Log,
): Promise<SharedQuotas> {
  const node = randomUUID()
  let since: number | undefined
  let exchanges = 0

  async function tell(): Promise<void> {
    const counts = book.untold(Date.now())
    if (counts.length === 0) return
    await quotaCounts.tell(node, counts)
    book.told(counts)
  }

  async function exchange(): Promise<void> {
    await tell()
    const { asOf, counts } = await quotaCounts.hear(node, since)
    book.heard(counts, Date.now())
    since = asOf - LATE_MS
    if (exchanges++ % EXPIRE_EACH === 0) await quotaCounts.expire()
  }

  const tryToExchange = async (): Promise<void> => {
    try {
      await exchange()
    } catch (error) {
      // What was written meanwhile may be dated before: all of it is read again.
      since = undefined
      log.debug('quotas are not shared with other nodes at the moment', { error })
    }
  }

  await exchange()
  let exchanging: Promise<void> | undefined
  const timer = setInterval(() => {
    exchanging ??= tryToExchange().finally(() => (exchanging = undefined))
  }, LIMITS.quotas.exchangeMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      const last = async () => {
        await exchanging
        await tell()
      }
      const late = setTimeout(LAST_WORDS_MS, undefined, { ref: false })
      await Promise.race([late, last()]).catch((error: unknown) =>
        log.debug('other nodes do not know the last of the quotas', { error }),
      )
    },
  }
}
