import { during, use, type Clock, type Process } from './clock.ts'
import { costOf, type FormCosts } from './costs.ts'
import { fullBatch, type Setup } from './setup.ts'
import type { Arrival, Node, Shard, World } from './world.ts'

/** How often what was sent meanwhile is looked at. */
const SLOT_MS = 20
/** A node that is offered as much as it takes takes no more beyond so many batches: more would only wait longer. */
const WAITING_BATCHES = 4
/** A batch is inserted into so many tables at once. */
const TABLES = 4

export interface Run {
  readonly clock: Clock
  readonly setup: Setup
  readonly costs: FormCosts
  readonly counts: Counts
  readonly world: World
}

export interface Counts {
  offered: number
  refused: number
  stored: number
  batches: number
  /** `at` is how long they took. */
  readonly delays: Arrival[]
}

interface Batch {
  readonly events: number
  readonly arrivals: readonly Arrival[]
}

/** More than any simulation digests. */
export function fillSpool({ counts }: Run, node: Node): void {
  const events = 1e9
  counts.offered += events
  node.waiting += events
  node.arrivals.push({ at: 0, events })
}

const mbMs = (bytes: number, mbPerSecond: number): number => bytes / 1000 / mbPerSecond

/** Everything that is sent to one node. What it cannot take any more it refuses. */
export function* senders(
  { clock, setup, costs, counts }: Run,
  node: Node,
  offered: number | undefined,
): Process {
  const most = fullBatch(setup, costs.bytes.spool) * WAITING_BATCHES
  let owed = 0
  for (;;) {
    const started = clock.now()
    owed += offered === undefined ? Math.max(0, most - node.waiting) : (offered * SLOT_MS) / 1000
    const sent = Math.floor(owed)
    owed -= sent
    const taken = Math.min(sent, Math.floor(SLOT_MS / costs.acceptMs))
    counts.offered += sent
    counts.refused += sent - taken
    node.waiting += taken
    yield* use(clock, [node.network], mbMs(taken * costs.bytes.sent, setup.networkMbPerSecond))
    yield* use(clock, [node.main, node.cores], taken * costs.acceptMs)
    yield* use(clock, [node.disk], mbMs(taken * costs.bytes.spool, setup.diskMbPerSecond))
    if (taken > 0) node.arrivals.push({ at: clock.now(), events: taken })
    yield { wait: Math.max(0, started + SLOT_MS - clock.now()) }
  }
}

/** Reads the spool in batches, and digests each while the one before it is written. */
export function* digester(run: Run, node: Node): Process {
  const { clock, setup, costs } = run
  const full = fullBatch(setup, costs.bytes.spool)
  let begun = Number.NEGATIVE_INFINITY
  for (;;) {
    const there = node.arrivals.reduce((sum, { events }) => sum + events, 0)
    if (there === 0) {
      yield { wait: SLOT_MS / 4 }
      continue
    }
    if (there < full) yield { wait: Math.max(0, begun + setup.batch.apartMs - clock.now()) }
    begun = clock.now()
    const batch = takeBatch(node.arrivals, full)
    // In turns, between which the thread hears what the stores answer.
    const turns = Math.ceil(batch.events / setup.batch.recordsPerTurn)
    for (let turn = 0; turn < turns; turn += 1)
      yield* use(clock, [node.digester, node.cores], costOf(costs.pure, batch.events) / turns)
    const handed = handOver(run, node, batch)
    // Not before the one ahead of it is written.
    yield { take: node.writing }
    clock.release(node.writing)
    clock.start(handed)
  }
}

function takeBatch(arrivals: Arrival[], most: number): Batch {
  const taken: Arrival[] = []
  let events = 0
  while (events < most && arrivals.length > 0) {
    const [first] = arrivals as [Arrival]
    const count = Math.min(first.events, most - events)
    taken.push({ at: first.at, events: count })
    events += count
    first.events -= count
    if (first.events === 0) arrivals.shift()
  }
  return { events, arrivals: taken }
}

function* handOver(run: Run, node: Node, batch: Batch): Process {
  const { clock, costs, counts } = run
  clock.start(use(clock, [node.cores], costOf(costs.aside, batch.events)))
  yield* during(clock, [node.writing], write(run, node, batch.events))
  for (const { at, events } of batch.arrivals) counts.delays.push({ at: clock.now() - at, events })
  counts.stored += batch.events
  counts.batches += 1
  node.waiting -= batch.events
}

/** Records first, in turns with others that have the same projects; then telemetry. */
function* write(run: Run, node: Node, events: number): Process {
  const { clock, setup, costs } = run
  yield* during(clock, [node.turns], writeRecords(run, node, events))
  yield* use(clock, [node.telemetry, node.cores], costOf(costs.telemetry, events))
  if (setup.form === 'embedded') return
  const bytes = events * (costs.bytes.toPostgres + costs.bytes.toClickHouse)
  yield* use(clock, [node.network], mbMs(bytes, setup.networkMbPerSecond))
  yield { wait: costOf(costs.trips.clickhouse, events) * setup.roundTripMs }
  yield { take: node.shard.parts }
  clock.start(merge(run, node.shard))
  const perTable = costOf(costs.clickhouse, events) / TABLES
  for (let table = 1; table < TABLES; table += 1) clock.start(use(clock, [node.shard.cores], perTable))
  yield* use(clock, [node.shard.cores], perTable)
  yield* use(clock, [node.shard.disk], mbMs(events * costs.bytes.clickhouse, setup.diskMbPerSecond))
}

function* writeRecords({ clock, setup, costs, world }: Run, node: Node, events: number): Process {
  yield* use(clock, [node.digester, node.cores], costOf(costs.records, events))
  if (setup.form === 'embedded') return
  const { cores, disk } = world.postgres
  yield* use(clock, [cores], costOf(costs.postgres, events))
  yield* use(clock, [disk], mbMs(events * costs.bytes.postgresLog, setup.diskMbPerSecond))
  yield { wait: costOf(costs.trips.postgres, events) * setup.roundTripMs }
}

function* merge({ clock, setup }: Run, { merges, parts }: Shard): Process {
  yield* use(clock, [merges], 1000 / setup.insertsPerSecond)
  clock.release(parts)
}
