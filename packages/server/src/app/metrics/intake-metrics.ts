import type { Metric } from '#api/metrics-text.ts'
import { DROP_REASONS } from '#domain/intake/outcome.ts'
import type { IntakeCounter } from '#ingest/accept/intake-counter.ts'
import type { LoggedRequest } from '#ingest/http/logged-request.ts'
import { createCounter, createHistogram } from './instruments.ts'

/** Seconds. An answer waits for the disk: below a millisecond on a fast one, tens of them on a slow one. */
const ANSWER_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface CountedItems {
  readonly category: string
  readonly outcome: string
  readonly reason: string
  readonly quantity: number
}

export interface IntakeMetrics {
  requestAnswered(request: LoggedRequest): void
  /** Items whose fate is known: refused here, or accepted and dropped in the digest. */
  itemsCounted(items: CountedItems): void
  /** The same counter, heard. */
  hearing(counter: IntakeCounter): IntakeCounter
  metrics(): readonly Metric[]
}

export function createIntakeMetrics(): IntakeMetrics {
  const requests = createCounter(
    'hindcast_ingest_requests_total',
    'Ingest requests answered, by status.',
    'status',
  )
  const bytes = createCounter('hindcast_ingest_bytes_total', 'Bytes of ingest requests, decompressed.')
  const seconds = createHistogram(
    'hindcast_ingest_request_duration_seconds',
    'Time from the arrival of an ingest request to its answer, the disk included.',
    ANSWER_BOUNDS,
  )
  const accepted = createCounter(
    'hindcast_items_accepted_total',
    'Items that were stored, by category.',
    'category',
  )
  const dropped = createCounter(
    'hindcast_items_dropped_total',
    'Items that were not stored, by category and reason. The reasons are those of the reference.',
    'category',
    'reason',
  )

  function itemsCounted({ category, outcome, reason, quantity }: CountedItems): void {
    if (outcome === 'accepted' || outcome === 'kept_raw') accepted.add(quantity, category)
    // Whatever a reason may be one day, senders must not be able to make labels up.
    if (outcome === 'dropped' || outcome === 'refused')
      dropped.add(quantity, category, reason in DROP_REASONS ? reason : 'other')
  }

  return {
    requestAnswered(request) {
      requests.add(1, String(request.status))
      bytes.add(request.bytes)
      seconds.observe(request.durationMs / 1000)
    },
    itemsCounted,
    hearing: (counter) => ({
      add(projectId, category, outcome, reason, quantity) {
        itemsCounted({ category, outcome, reason, quantity })
        counter.add(projectId, category, outcome, reason, quantity)
      },
      drain: () => counter.drain(),
    }),
    metrics: () => [requests, bytes, seconds, accepted, dropped].map((each) => each.metric()),
  }
}
