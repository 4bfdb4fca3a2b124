import { attemptDelivery, type DeliveryDeps } from '#product/alerts/commands/attempt-delivery.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Delivery } from '#domain/alerts/notification.ts'
import type { Log } from '#domain/log.ts'
import type { Job } from '#product/common/jobs/scheduler.ts'

const EVERY_MS = 1_000
const LOOKED_AT = 200

export interface DeliveryWorker extends Job {
  /** Breaks off what is under way; it goes out again after the next start. */
  stop(): Promise<void>
}

/**
 * Sends what is due. A run only sets off: who does not answer holds up nobody but what waits for the same place, and
 * that goes out one after the other.
 */
export function createDeliveryWorker(
  deps: DeliveryDeps & { readonly log: Log; readonly observe?: (ok: boolean) => void },
): DeliveryWorker {
  const { records, now, log, observe } = deps
  const stopping = new AbortController()
  const inFlight = new Map<string, Promise<void>>()

  function startAttempt(place: string, delivery: Delivery): void {
    const attempt = attemptDelivery(deps, delivery, { signal: stopping.signal })
      .then(({ ok }) => {
        observe?.(ok)
        log.debug('delivery', { delivery: delivery.id, ok })
      })
      .catch((error: unknown) => log.error('a delivery failed', { delivery: delivery.id, error }))
      .finally(() => inFlight.delete(place))
    inFlight.set(place, attempt)
  }

  return {
    name: 'deliveries',
    everyMs: EVERY_MS,
    async run() {
      for (const delivery of await records.deliveries.due(now(), LOOKED_AT)) {
        const place = `${delivery.to.kind}/${delivery.to.id}`
        if (inFlight.size >= LIMITS.alerts.deliveries.atOnce) return
        if (!inFlight.has(place) && !stopping.signal.aborted) startAttempt(place, delivery)
      }
    },
    async stop() {
      stopping.abort()
      await Promise.all(inFlight.values())
    },
  }
}
