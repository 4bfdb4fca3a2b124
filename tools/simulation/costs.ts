import type { Calibration, FormCost, Point } from './calibration.ts'

/** What one batch takes at a hop, in milliseconds: something for the batch, and something for each of its events. */
export interface BatchCost {
  readonly perBatchMs: number
  readonly perEventMs: number
}

export const costOf = ({ perBatchMs, perEventMs }: BatchCost, events: number): number =>
  perBatchMs + perEventMs * events

export interface FormCosts {
  /** At the door. */
  readonly acceptMs: number
  /** Of the digester's thread: before the stores are asked, and while the records are. */
  readonly pure: BatchCost
  readonly records: BatchCost
  readonly telemetry: BatchCost
  /** Threads that nobody waits for: garbage collection, files, what the answering thread does about a batch. */
  readonly aside: BatchCost
  readonly postgres: BatchCost
  readonly clickhouse: BatchCost
  /** Times that a batch waits for an answer of a server. */
  readonly trips: Readonly<Record<'postgres' | 'clickhouse', BatchCost>>
  /** Bytes of one event. */
  readonly bytes: {
    readonly sent: number
    readonly spool: number
    readonly toPostgres: number
    readonly toClickHouse: number
    readonly postgresLog: number
    readonly clickhouse: number
  }
}

const NOTHING: BatchCost = { perBatchMs: 0, perEventMs: 0 }
/** Hops that have a cost of their own. */
const KNOWN = new Set(['digester', 'telemetry', 'postgres', 'clickhouse'])

/** Two sizes of batches were measured: a line through both says what is paid for the batch and what for the event. */
export function costsOf(calibration: Calibration, form: 'embedded' | 'scaled'): FormCosts {
  const measured = calibration[form]
  const { accept, event } = calibration
  const ofThread = (hop: string) => lineThrough(measured, (point) => microseconds(point, hop) / 1000)
  const digester = ofThread('digester')
  const recordsShare = measured.digesterShares['stores/records'] ?? 0
  const traffic = (server: string) => measured.full.trafficPerBatch?.[server]
  const perEvent = (server: string) =>
    ((traffic(server)?.sentBytes ?? 0) + (traffic(server)?.receivedBytes ?? 0)) / measured.full.eventsPerBatch
  return {
    acceptMs: accept.mainThreadMicroseconds / 1000,
    pure: scaled(digester, 1 - recordsShare),
    records: scaled(digester, recordsShare),
    telemetry: ofThread('telemetry'),
    aside: { perBatchMs: 0, perEventMs: asideMicroseconds(measured.full) / 1000 },
    postgres: ofThread('postgres'),
    clickhouse: ofThread('clickhouse'),
    trips: {
      postgres: lineThrough(measured, (point) => tripsPerEvent(point, 'postgres')),
      clickhouse: lineThrough(measured, (point) => tripsPerEvent(point, 'clickhouse')),
    },
    bytes: {
      sent: event.sentBytes,
      spool: event.spoolBytes,
      toPostgres: perEvent('postgres'),
      toClickHouse: perEvent('clickhouse'),
      postgresLog: measured.storedBytes['postgres log'] ?? 0,
      clickhouse: measured.storedBytes['clickhouse'] ?? 0,
    },
  }
}

/** The same where other programs leave only this part of the processors: whatever runs takes so much longer. */
export const besideOthers = (costs: FormCosts, availability: number): FormCosts => ({
  ...costs,
  acceptMs: costs.acceptMs / availability,
  pure: scaled(costs.pure, 1 / availability),
  records: scaled(costs.records, 1 / availability),
  telemetry: scaled(costs.telemetry, 1 / availability),
  aside: scaled(costs.aside, 1 / availability),
  postgres: scaled(costs.postgres, 1 / availability),
  clickhouse: scaled(costs.clickhouse, 1 / availability),
})

const microseconds = (point: Point, hop: string): number => point.cpuMicroseconds[hop] ?? 0

const tripsPerEvent = (point: Point, server: string): number =>
  (point.trafficPerBatch?.[server]?.trips ?? 0) / point.eventsPerBatch

/** Of a full spool: nobody sends anything then, so that the main thread has nothing but this to do. */
function asideMicroseconds({ cpuMicroseconds }: Point): number {
  return Object.entries(cpuMicroseconds).reduce((sum, [hop, us]) => sum + (KNOWN.has(hop) ? 0 : us), 0)
}

function lineThrough({ full, small }: FormCost, perEvent: (point: Point) => number): BatchCost {
  const [few, many] = [small.eventsPerBatch, full.eventsPerBatch]
  const [costFew, costMany] = [perEvent(small) * few, perEvent(full) * many]
  if (costMany === 0) return NOTHING
  const slope = (costMany - costFew) / (many - few)
  // Neither part is ever negative, whatever the noise of the measurement: then all of it is the other one.
  if (slope <= 0) return { perBatchMs: costMany, perEventMs: 0 }
  const fixed = costMany - slope * many
  return fixed <= 0
    ? { perBatchMs: 0, perEventMs: costMany / many }
    : { perBatchMs: fixed, perEventMs: slope }
}

const scaled = ({ perBatchMs, perEventMs }: BatchCost, share: number): BatchCost => ({
  perBatchMs: perBatchMs * share,
  perEventMs: perEventMs * share,
})
