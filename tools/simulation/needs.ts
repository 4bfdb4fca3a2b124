import { costOf, type FormCosts } from './costs.ts'
import { fullBatch, type Setup } from './setup.ts'
import { simulate } from './simulate.ts'

/** Beyond, queues grow with every burst. */
const MOST_USED = 0.7

/** What has to be there so that so many events a second are stored, and nothing is busier than it should be. */
export interface Needs {
  readonly nodes: number
  readonly postgresCores: number
  /** Groups of projects that take no turns with each other. */
  readonly projectGroups: number
  readonly clickhouseShards: number
  /** What the number of shards follows from. */
  readonly shardsFor: string
  readonly doorGbitPerSecond: number
  readonly storedTbPerDay: number
  /** Batches, and so inserts into each table, a second. */
  readonly batchesPerSecond: number
}

/** Milliseconds that a batch of so many events keeps others with its projects waiting. */
export function turnMs(costs: FormCosts, setup: Setup, events: number): number {
  return (
    costOf(costs.records, events) +
    costOf(costs.postgres, events) +
    costOf(costs.trips.postgres, events) * setup.roundTripMs +
    (events * costs.bytes.postgresLog) / 1000 / setup.diskMbPerSecond
  )
}

/** A node with stores that never let it wait. */
export function nodeRate(costs: FormCosts, setup: Setup): number {
  const alone = { ...setup, nodes: 1, projectGroups: 1, clickhouseShards: 1, offered: undefined }
  return simulate({ ...alone, postgresCores: 64, clickhouseCores: 64, insertsPerSecond: 1e6 }, costs)
    .perSecond
}

export function needsFor(perSecond: number, costs: FormCosts, setup: Setup): Needs {
  const nodes = Math.ceil(perSecond / nodeRate(costs, setup) / MOST_USED)
  const events = batchAt(perSecond / nodes, costs, setup)
  const batchesPerSecond = perSecond / events
  const coresFor = (ms: number) => (batchesPerSecond * ms) / 1000 / MOST_USED
  const shards = [
    ['its cores', coresFor(costOf(costs.clickhouse, events)) / setup.clickhouseCores],
    ['its merges', batchesPerSecond / setup.insertsPerSecond / MOST_USED],
    ['its disk', (perSecond * costs.bytes.clickhouse) / 1e6 / setup.diskMbPerSecond / MOST_USED],
  ] as const
  const [shardsFor, most] = shards.toSorted(([, one], [, other]) => other - one)[0]!
  return {
    nodes,
    postgresCores: Math.ceil(coresFor(costOf(costs.postgres, events))),
    projectGroups: Math.ceil(coresFor(turnMs(costs, setup, events))),
    clickhouseShards: Math.ceil(most),
    shardsFor,
    doorGbitPerSecond: (perSecond * costs.bytes.sent * 8) / 1e9,
    storedTbPerDay: (perSecond * costs.bytes.clickhouse * 86_400) / 1e12,
    batchesPerSecond,
  }
}

/** A node that keeps up has no full batches: each has what came since the last one began. */
const batchAt = (perSecond: number, costs: FormCosts, setup: Setup): number =>
  Math.max(1, Math.min(fullBatch(setup, costs.bytes.spool), (perSecond * setup.batch.apartMs) / 1000))
