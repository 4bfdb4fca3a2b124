import type { Metric } from '#api/metrics-text.ts'
import type { SpoolStatus } from '#spool/spool.ts'
import { createCounter, createHistogram, gauge, total } from './instruments.ts'
import { createQueueAge } from './queue-age.ts'

const BATCH_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export interface DigestedBatch {
  /** Everything below is in the stores. */
  readonly position: number
  readonly items: number
  readonly records: number
  readonly durationMs: number
  /** When the last record of the batch was received. */
  readonly receivedAt: number | undefined
}

export interface DigestMetrics {
  /** The log grew. */
  committed(): void
  digested(batch: DigestedBatch, committed: number): void
  /** Another process digests, and is as far as this. */
  digestedElsewhere(position: number, committed: number): void
  metrics(spool: SpoolStatus, cpuSeconds: number): readonly Metric[]
}

/** Whether digesting keeps up with what is accepted, and by how much it does not. */
export function createDigestMetrics(now: () => number): DigestMetrics {
  const items = createCounter(
    'hindcast_items_digested_total',
    'Items that reached the stores since the start.',
  )
  const records = createCounter(
    'hindcast_digest_records_total',
    'Requests that were digested since the start.',
  )
  const batches = createHistogram(
    'hindcast_digest_batch_duration_seconds',
    'Time to digest and store one batch.',
    BATCH_BOUNDS,
  )
  const age = createQueueAge(now)
  let applied = 0
  let lagSeconds = 0
  return {
    committed: () => age.committed(),
    digested({ position, receivedAt, ...batch }, committed) {
      items.add(batch.items)
      records.add(batch.records)
      batches.observe(batch.durationMs / 1000)
      applied = position
      if (receivedAt !== undefined) lagSeconds = Math.max(0, now() - receivedAt) / 1000
      age.stored(receivedAt, applied >= committed)
    },
    digestedElsewhere(position, committed) {
      applied = position
      age.stored(undefined, applied >= committed)
    },
    metrics(spool, cpuSeconds) {
      const waiting = Math.max(0, spool.committed - Math.max(applied, spool.first))
      return [
        ...spoolMetrics(spool, waiting, waiting === 0 ? 0 : age.oldestSeconds()),
        ...[items, records, batches].map((each) => each.metric()),
        gauge(
          'hindcast_digest_lag_seconds',
          'Time from receiving to storing, of the newest request of the last batch.',
          lagSeconds,
        ),
        total(
          'hindcast_digest_cpu_seconds_total',
          'Processor time of the digester since its thread started.',
          cpuSeconds,
        ),
      ]
    },
  }
}

function spoolMetrics(spool: SpoolStatus, waitingBytes: number, oldestSeconds: number): readonly Metric[] {
  return [
    gauge('hindcast_spool_bytes', 'Bytes that the spool occupies.', spool.bytes),
    gauge('hindcast_spool_limit_bytes', 'Bytes at which new requests are refused.', spool.limitBytes),
    total(
      'hindcast_spool_written_bytes_total',
      'Position at the end of the spool, in bytes.',
      spool.committed,
    ),
    gauge('hindcast_spool_waiting_bytes', 'Committed bytes that are not in the stores yet.', waitingBytes),
    gauge(
      'hindcast_spool_oldest_waiting_seconds',
      'Age of the oldest request that is not in the stores yet; 0 when none waits.',
      oldestSeconds,
    ),
    gauge('hindcast_spool_quarantined', 'Damaged stretches that were set aside.', spool.quarantined),
  ]
}
