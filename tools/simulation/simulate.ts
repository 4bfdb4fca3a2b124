import { createClock, createStation, use, type Clock, type Process, type Station } from './clock.ts'
import { costOf, type FormCosts } from './costs.ts'
import type { Setup } from './setup.ts'

/** How often what was sent meanwhile is looked at. */
const SLOT_MS = 20
/** Beyond so many batches that wait, a node that is offered as much as it takes takes no more: more would only wait longer. */
const WAITING_BATCHES = 4
/** Of one table and partition, before ClickHouse slows inserts down. */
const MOST_PARTS = 1000

export interface Simulated {
  readonly perSecond: number
  readonly delayMs: { readonly median: number; readonly p95: number }
  /** In parts of one, by kind of station; of several the busiest. */
  readonly utilisation: ReadonlyMap<string, number>
  /** The kind of station that is busiest. */
  readonly bottleneck: string
  readonly eventsPerBatch: number
  /** From the beginning to the end, with the time before anything was measured. */
  readonly events: Readonly<Record<'offered' | 'refused' | 'stored' | 'waiting', number>>
}

interface Node {
  readonly main: Station
  readonly digester: Station
  readonly telemetry: Station
  readonly cores: Station
  readonly disk: Station
  readonly network: Station
  readonly turns: Station
  readonly shard: Shard
  /** Holds one batch that is digested while another one is written. */
  readonly ahead: Station
  readonly arrivals: Arrival[]
  waiting: number
}

interface Arrival {
  readonly at: number
  events: number
}

interface Shard {
  readonly cores: Station
  readonly disk: Station
  readonly merges: Station
  /** Parts that are not merged yet. When there are too many, ClickHouse lets inserts wait. */
  readonly parts: Station
}

interface Batch {
  readonly events: number
  readonly arrivals: readonly Arrival[]
}

interface Counts {
  offered: number
  refused: number
  stored: number
  batches: number
  readonly delays: Arrival[]
}

export function simulate(
  setup: Setup,
  costs: FormCosts,
  seconds: { readonly before: number; readonly measured: number } = { before: 10, measured: 20 },
): Simulated {
  const clock = createClock()
  const world = build(setup)
  const counts: Counts = { offered: 0, refused: 0, stored: 0, batches: 0, delays: [] }
  const run: Run = { clock, setup, costs, counts, postgres: world.postgres }
  for (const node of world.nodes) {
    if (setup.offered === 'backlog') prefill(run, node)
    else clock.start(senders(run, node))
    clock.start(digester(run, node))
  }
  clock.runUntil(seconds.before * 1000)
  const used = new Map(world.stations.map((station) => [station, station.usedMs]))
  const { stored, batches } = counts
  counts.delays.length = 0
  clock.runUntil((seconds.before + seconds.measured) * 1000)
  const utilisation = utilisationOf(world.stations, used, seconds.measured * 1000)
  return {
    perSecond: (counts.stored - stored) / seconds.measured,
    delayMs: { median: quantile(counts.delays, 0.5), p95: quantile(counts.delays, 0.95) },
    utilisation,
    bottleneck: [...utilisation].toSorted(([, one], [, other]) => other - one)[0]![0],
    eventsPerBatch: (counts.stored - stored) / Math.max(1, counts.batches - batches),
    events: {
      offered: counts.offered,
      refused: counts.refused,
      stored: counts.stored,
      waiting: world.nodes.reduce((sum, node) => sum + node.waiting, 0),
    },
  }
}

interface Run {
  readonly clock: Clock
  readonly setup: Setup
  readonly costs: FormCosts
  readonly counts: Counts
  readonly postgres: { readonly cores: Station; readonly disk: Station }
}

function build(setup: Setup) {
  const stations: Station[] = []
  const make = (name: string, capacity = 1) => {
    const station = createStation(name, capacity)
    stations.push(station)
    return station
  }
  const shared = setup.onOneMachine ? make('cores of the machine', setup.coresPerNode) : undefined
  const sharedDisk = setup.onOneMachine ? make('disk of the machine') : undefined
  const shards = Array.from({ length: setup.clickhouseShards }, () => ({
    cores: shared ?? make('cores of ClickHouse', setup.clickhouseCores),
    disk: sharedDisk ?? make('disk of ClickHouse'),
    merges: make('merges of ClickHouse'),
    parts: createStation('parts of ClickHouse', MOST_PARTS),
  }))
  const turns = Array.from({ length: setup.projectGroups }, () => make('turns of a project in PostgreSQL'))
  const nodes = Array.from({ length: setup.nodes }, (_, at): Node => ({
    main: make('answering thread of a node'),
    digester: make('digester of a node'),
    telemetry: make('telemetry thread of a node'),
    cores: shared ?? make('cores of a node', setup.coresPerNode),
    disk: sharedDisk ?? make('disk of a node'),
    network: make('network of a node'),
    turns: turns[at % turns.length]!,
    shard: shards[at % shards.length]!,
    ahead: createStation('batch ahead', 1),
    arrivals: [],
    waiting: 0,
  }))
  const postgres = {
    cores: shared ?? make('cores of PostgreSQL', setup.postgresCores),
    disk: sharedDisk ?? make('disk of PostgreSQL'),
  }
  return { stations, nodes, postgres }
}

const fullBatch = ({ setup: { batch }, costs }: Run): number =>
  Math.min(batch.mostRecords, Math.floor(batch.fullBytes / costs.bytes.spool))

function prefill(run: Run, node: Node): void {
  const events = 1e9
  run.counts.offered += events
  node.waiting += events
  node.arrivals.push({ at: 0, events })
}

const mbMs = (bytes: number, mbPerSecond: number): number => bytes / 1000 / mbPerSecond

/** Everything that is sent to one node. What it cannot take any more it refuses. */
function* senders(run: Run, node: Node): Process {
  const { clock, setup, costs, counts } = run
  const most = fullBatch(run) * WAITING_BATCHES
  let owed = 0
  for (;;) {
    const started = clock.now()
    const asked =
      setup.offered === undefined
        ? Math.max(0, most - node.waiting)
        : ((setup.offered as number) * SLOT_MS) / 1000
    owed += asked
    const sent = Math.floor(owed)
    owed -= sent
    const taken = Math.min(sent, Math.floor(SLOT_MS / costs.acceptMs))
    counts.offered += sent
    counts.refused += sent - taken
    if (taken > 0) {
      node.waiting += taken
      yield* use(clock, [node.network], mbMs(taken * costs.bytes.sent, setup.networkMbPerSecond))
      yield* use(clock, [node.main, node.cores], taken * costs.acceptMs)
      yield* use(clock, [node.disk], mbMs(taken * costs.bytes.spool, setup.diskMbPerSecond))
      node.arrivals.push({ at: clock.now(), events: taken })
    }
    yield { wait: Math.max(0, started + SLOT_MS - clock.now()) }
  }
}

/** Reads the spool in batches, and digests each while the one before it is written. */
function* digester(run: Run, node: Node): Process {
  const { clock, setup, costs } = run
  const full = fullBatch(run)
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
    yield { take: node.ahead }
    clock.start(write(run, node, batch))
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

/** Records first, in turns with others that have the same projects; then telemetry. */
function* write(run: Run, node: Node, { events, arrivals }: Batch): Process {
  const { clock, setup, costs, counts, postgres } = run
  clock.start(use(clock, [node.cores], costOf(costs.aside, events)))
  yield { take: node.turns }
  const taken = clock.now()
  yield* use(clock, [node.digester, node.cores], costOf(costs.records, events))
  if (setup.form === 'scaled') {
    yield* use(clock, [postgres.cores], costOf(costs.postgres, events))
    yield* use(clock, [postgres.disk], mbMs(events * costs.bytes.postgresLog, setup.diskMbPerSecond))
    yield { wait: costOf(costs.trips.postgres, events) * setup.roundTripMs }
  }
  node.turns.usedMs += clock.now() - taken
  clock.release(node.turns)
  yield* use(clock, [node.telemetry, node.cores], costOf(costs.telemetry, events))
  if (setup.form === 'scaled') {
    const bytes = events * (costs.bytes.toPostgres + costs.bytes.toClickHouse)
    yield* use(clock, [node.network], mbMs(bytes, setup.networkMbPerSecond))
    yield { take: node.shard.parts }
    clock.start(merge(run, node.shard))
    yield* use(clock, [node.shard.cores], costOf(costs.clickhouse, events))
    yield* use(clock, [node.shard.disk], mbMs(events * costs.bytes.clickhouse, setup.diskMbPerSecond))
    yield { wait: costOf(costs.trips.clickhouse, events) * setup.roundTripMs }
  }
  for (const { at, events: count } of arrivals) counts.delays.push({ at: clock.now() - at, events: count })
  counts.stored += events
  counts.batches += 1
  node.waiting -= events
  clock.release(node.ahead)
}

function* merge({ clock, setup }: Run, { merges, parts }: Shard): Process {
  yield* use(clock, [merges], 1000 / setup.insertsPerSecond)
  clock.release(parts)
}

function utilisationOf(
  stations: readonly Station[],
  before: ReadonlyMap<Station, number>,
  ms: number,
): ReadonlyMap<string, number> {
  const busiest = new Map<string, number>()
  for (const station of stations) {
    const used = (station.usedMs - before.get(station)!) / (station.capacity * ms)
    busiest.set(station.name, Math.max(busiest.get(station.name) ?? 0, used))
  }
  return busiest
}

/** Of delays, each as often as it has events. */
function quantile(delays: readonly Arrival[], share: number): number {
  const sorted = delays.toSorted((one, other) => one.at - other.at)
  const wanted = share * sorted.reduce((sum, { events }) => sum + events, 0)
  let seen = 0
  for (const { at, events } of sorted) {
    seen += events
    if (seen >= wanted) return at
  }
  return Number.NaN
}
