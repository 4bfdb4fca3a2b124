import { attemptDelivery, type DeliveryDeps } from '#product/alerts/commands/attempt-delivery.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Delivery } from '#domain/alerts/notification.ts'
import type { Log } from '#domain/log.ts'
import type { Job } from '#product/common/jobs/scheduler.ts'

const EVERY_MS = 1_000
const LOOKED_AT = 200

export interface Courier extends Job {
  /** Breaks off what is under way; it goes out again after the next start. */
  stop(): Promise<void>
}

/**
 * Sends what is due. A run only sets off: who does not answer holds up nobody but what waits for the same place, and
 * that goes out one after the other.
 */
export function createCourier(deps: DeliveryDeps & { readonly log: Log }): Courier {
  const { records, now, log } = deps
  const stopping = new AbortController()
  const underWay = new Map<string, Promise<void>>()

  function setOff(place: string, delivery: Delivery): void {
    const attempt = attemptDelivery(deps, delivery, { signal: stopping.signal })
      .then(({ ok }) => log.debug('delivery', { delivery: delivery.id, ok }))
      .catch((error: unknown) => log.error('a delivery failed', { delivery: delivery.id, error }))
      .finally(() => underWay.delete(place))
    underWay.set(place, attempt)
  }

  return {
    name: 'deliveries',
    everyMs: EVERY_MS,
    async run() {
      for (const delivery of await records.deliveries.due(now(), LOOKED_AT)) {
        const place = `${delivery.to.kind}/${delivery.to.id}`
        if (underWay.size >= LIMITS.alerts.deliveries.atOnce) return
        if (!underWay.has(place) && !stopping.signal.aborted) setOff(place, delivery)
      }
    },
    async stop() {
      stopping.abort()
      await Promise.all(underWay.values())
    },
  }
}
