import { createStation, type Station } from './clock.ts'
import type { Setup } from './setup.ts'

/** Of one table and partition, before ClickHouse slows inserts down. */
const MOST_PARTS = 1000

export interface Node {
  readonly main: Station
  readonly digester: Station
  readonly telemetry: Station
  readonly cores: Station
  readonly disk: Station
  readonly network: Station
  /** Of the projects that its batches have. */
  readonly turns: Station
  readonly shard: Shard
  /** Batches of a spool are written one after the other. */
  readonly writing: Station
  /** What is in its spool and in no batch yet, the oldest first. */
  readonly arrivals: Arrival[]
  /** With what is in a batch and not stored. */
  waiting: number
}

export interface Arrival {
  readonly at: number
  events: number
}

export interface Shard {
  readonly cores: Station
  readonly disk: Station
  readonly merges: Station
  /** Parts that are not merged yet. When there are too many, ClickHouse lets inserts wait. */
  readonly parts: Station
}

export interface World {
  readonly nodes: readonly Node[]
  readonly postgres: { readonly cores: Station; readonly disk: Station }
  /** Those whose use is told. */
  readonly stations: readonly Station[]
}

export function buildWorld(setup: Setup): World {
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
  const turns = Array.from({ length: setup.projectGroups }, () => make('turns of projects in PostgreSQL'))
  const nodes = Array.from({ length: setup.nodes }, (_, at): Node => ({
    main: make('answering thread of a node'),
    digester: make('digester of a node'),
    telemetry: make('telemetry thread of a node'),
    cores: shared ?? make('cores of a node', setup.coresPerNode),
    disk: sharedDisk ?? make('disk of a node'),
    network: make('network of a node'),
    turns: turns[at % turns.length]!,
    shard: shards[at % shards.length]!,
    writing: make('a node’s wait for its stores'),
    arrivals: [],
    waiting: 0,
  }))
  const postgres = {
    cores: shared ?? make('cores of PostgreSQL', setup.postgresCores),
    disk: sharedDisk ?? make('disk of PostgreSQL'),
  }
  return { stations, nodes, postgres }
}
