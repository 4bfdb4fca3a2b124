import { createClock, ranMs, type Station } from './clock.ts'
import type { FormCosts } from './costs.ts'
import { digester, fillSpool, senders, type Counts, type Run } from './processes.ts'
import type { Setup } from './setup.ts'
import { buildWorld, type Arrival } from './world.ts'

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

export function simulate(
  setup: Setup,
  costs: FormCosts,
  seconds: { readonly before: number; readonly measured: number } = { before: 10, measured: 20 },
): Simulated {
  const clock = createClock()
  const world = buildWorld(setup)
  const counts: Counts = { offered: 0, refused: 0, stored: 0, batches: 0, delays: [] }
  const run: Run = { clock, setup, costs, counts, world }
  for (const node of world.nodes) {
    if (setup.offered === 'backlog') fillSpool(run, node)
    else clock.start(senders(run, node, setup.offered))
    clock.start(digester(run, node))
  }
  clock.runUntil(seconds.before * 1000)
  const ran = new Map(world.stations.map((station) => [station, ranMs(station, clock.now())]))
  const { stored, batches } = counts
  counts.delays.length = 0
  clock.runUntil((seconds.before + seconds.measured) * 1000)
  const share = (station: Station) =>
    (ranMs(station, clock.now()) - ran.get(station)!) / (station.capacity * seconds.measured * 1000)
  const utilisation = busiestOfEach(world.stations, share)
  return {
    perSecond: (counts.stored - stored) / seconds.measured,
    delayMs: { median: quantile(counts.delays, 0.5), p95: quantile(counts.delays, 0.95) },
    utilisation,
    bottleneck: bottleneckOf(utilisation),
    eventsPerBatch: (counts.stored - stored) / Math.max(1, counts.batches - batches),
    events: {
      offered: counts.offered,
      refused: counts.refused,
      stored: counts.stored,
      waiting: world.nodes.reduce((sum, node) => sum + node.waiting, 0),
    },
  }
}

function busiestOfEach(
  stations: readonly Station[],
  share: (station: Station) => number,
): ReadonlyMap<string, number> {
  const busiest = new Map<string, number>()
  for (const station of stations)
    busiest.set(station.name, Math.max(busiest.get(station.name) ?? 0, share(station)))
  return busiest
}

const WAIT = 'a node’s wait for its stores'
/** From here on others wait for it. */
const BUSY = 0.9

/** A node that waits for its stores waits for something in them, if anything there is busy; else for their answers. */
function bottleneckOf(utilisation: ReadonlyMap<string, number>): string {
  const inOrder = [...utilisation].toSorted(([, one], [, other]) => other - one)
  const first = inOrder.find(([name, share]) => name !== WAIT && share >= BUSY)
  return (first ?? inOrder[0]!)[0]
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
