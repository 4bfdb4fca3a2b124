/** What is simulated: machines, how they are connected, and what is sent to them. */
export interface Setup {
  readonly form: 'embedded' | 'scaled'
  readonly nodes: number
  readonly coresPerNode: number
  /** Everything on the cores of one node, as where the costs were measured. */
  readonly onOneMachine: boolean
  /** Events per second and node that are offered; undefined: as many as are taken, `backlog`: none, but the spool is full. */
  readonly offered: number | undefined | 'backlog'
  /**
   * Batches of nodes that share a project take turns in PostgreSQL. As many groups of nodes take turns by themselves: one,
   * where any node gets events of any project, or as many as nodes, where a proxy sends each project to its own.
   */
  readonly projectGroups: number
  readonly postgresCores: number
  readonly clickhouseShards: number
  readonly clickhouseCores: number
  /** Between a node and a server, there and back. */
  readonly roundTripMs: number
  readonly networkMbPerSecond: number
  readonly diskMbPerSecond: number
  /** Inserts into one table that the merges of one ClickHouse machine keep up with. */
  readonly insertsPerSecond: number
  readonly batch: BatchRules
}

/** As `digest/run.ts` has them. */
export interface BatchRules {
  readonly fullBytes: number
  readonly mostRecords: number
  readonly apartMs: number
  /** Records that are digested before the thread listens to anybody else. */
  readonly recordsPerTurn: number
}

const MiB = 1024 * 1024

export const BATCH_RULES: BatchRules = {
  fullBytes: 4 * MiB,
  mostRecords: 1000,
  apartMs: 200,
  recordsPerTurn: 32,
}

/** Events in the largest batch there is. */
export const fullBatch = ({ batch }: Pick<Setup, 'batch'>, spoolBytes: number): number =>
  Math.min(batch.mostRecords, Math.floor(batch.fullBytes / spoolBytes))

/** Machines of a size that one can rent anywhere, in one data centre. */
export const USUAL: Setup = {
  form: 'scaled',
  nodes: 1,
  coresPerNode: 4,
  onOneMachine: false,
  offered: undefined,
  projectGroups: 1,
  postgresCores: 16,
  clickhouseShards: 1,
  clickhouseCores: 16,
  roundTripMs: 0.3,
  networkMbPerSecond: 1250,
  diskMbPerSecond: 500,
  insertsPerSecond: 50,
  batch: BATCH_RULES,
}

/** Where the costs were measured: one node with everything beside it, which works off what is in its spool. */
export const ON_THE_MEASURED_MACHINE: Setup = {
  ...USUAL,
  coresPerNode: 2,
  onOneMachine: true,
  offered: 'backlog',
  roundTripMs: 0.05,
}
