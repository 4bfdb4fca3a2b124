import { setTimeout } from 'node:timers/promises'
import { createSettledTime, type SettledTimeDeps } from '#app/settled-time.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { SettledTimeRecords } from '#stores/records/nodes.ts'

/** A database that does not answer must not keep a node from stopping. */
const LAST_WORDS_MS = 2_000
const TELL_EVERY_MS = 2_000
const EXPIRE_EACH = 1_800
/** As long as a lease: of one that told nothing for longer nobody knows whether it is there, and alerts go on without it. */
const GONE_MS = 20_000

interface ShareSettledDeps extends Omit<SettledTimeDeps, 'now'> {
  readonly records: { readonly settledTimes: SettledTimeRecords }
}

/** Tells the node that evaluates alerts what this one has accepted and not stored yet. */
export function shareSettled(
  { spool, telemetry, records }: ShareSettledDeps,
  log: Log,
): { stop(): Promise<void> } {
  const settled = createSettledTime({ spool, telemetry, now: Date.now })
  let times = 0

  async function tell(): Promise<void> {
    try {
      await records.settledTimes.tell(spool.id, await settled())
      if (times++ % EXPIRE_EACH === 0) await records.settledTimes.expire()
    } catch (error) {
      log.debug('other nodes do not know what waits in this spool', { error })
    }
  }

  let telling: Promise<void> | undefined
  // Not awaited: a node starts also while ClickHouse does not answer.
  const begin = () => void (telling ??= tell().finally(() => (telling = undefined)))
  begin()
  const timer = setInterval(begin, TELL_EVERY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      const last = async () => {
        await telling
        await records.settledTimes.forget(spool.id)
      }
      const late = setTimeout(LAST_WORDS_MS, undefined, { ref: false })
      await Promise.race([late, last()]).catch((error: unknown) =>
        log.debug('other nodes wait for this one for a while', { error }),
      )
    },
  }
}

/** As `own`, but not before the other nodes have stored theirs; none of them is waited for longer than a minute. */
export function settledOnAllNodes(
  own: () => Promise<number>,
  settledTimes: Pick<SettledTimeRecords, 'hear'>,
  spoolId: string,
): () => Promise<number> {
  return async () => {
    const others = await settledTimes.hear(spoolId, GONE_MS)
    const until = await own()
    return others === undefined
      ? until
      : Math.min(until, Math.max(others, until - LIMITS.alerts.otherNodesMs))
  }
}
