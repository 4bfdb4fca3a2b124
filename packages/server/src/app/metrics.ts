import type { Metric } from '#api/metrics-text.ts'
import type { SpoolStatus } from '#spool/spool.ts'
import type { LoggedRequest } from '#ingest/http/logged-request.ts'

export interface Counters {
  requestAnswered(request: LoggedRequest): void
  itemsDigested(items: number, position: number): void
  snapshot(spool: SpoolStatus, liveReaders: number): readonly Metric[]
}

export function createCounters(): Counters {
  const byStatus = new Map<number, number>()
  let items = 0
  let applied = 0
  return {
    requestAnswered({ status }) {
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
    },
    itemsDigested(count, position) {
      items += count
      applied = position
    },
    snapshot: (spool, liveReaders) => [
      {
        name: 'hindcast_ingest_requests_total',
        help: 'Ingest requests answered, by status.',
        type: 'counter',
        samples: [...byStatus].map(([status, value]) => ({ labels: { status: String(status) }, value })),
      },
      counter('hindcast_items_digested_total', 'Items that reached the stores since the start.', items),
      gauge('hindcast_spool_bytes', 'Bytes the spool occupies.', spool.bytes),
      gauge('hindcast_spool_limit_bytes', 'Bytes at which new requests are refused.', spool.limitBytes),
      gauge(
        'hindcast_spool_waiting_bytes',
        'Committed bytes that are not in the stores yet.',
        Math.max(0, spool.committed - applied),
      ),
      gauge('hindcast_spool_quarantined', 'Damaged stretches that were set aside.', spool.quarantined),
      gauge('hindcast_live_readers', 'Open streams of live updates.', liveReaders),
      gauge('hindcast_resident_bytes', 'Resident memory of the process.', process.memoryUsage.rss()),
    ],
  }
}

function counter(name: string, help: string, value: number): Metric {
  return { name, help, type: 'counter', samples: [{ value }] }
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', samples: [{ value }] }
}
