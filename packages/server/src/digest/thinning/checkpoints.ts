import type { FactRecords } from '#stores/records/records.ts'
import type { ReleaseHealthRecords } from '#stores/records/release-health.ts'
import { LIMITS } from '#domain/limits.ts'
import { newThinningState } from './thinning.ts'

/** The state of one project before and after a batch. */
export interface ThinningCheckpoint {
  readonly projectId: string
  readonly spoolId: string
  readonly before: StateAt
  readonly after: StateAt
}

/** As JSON: a state that was read again is the one that was written, so a restart changes no decision. */
interface StateAt {
  readonly position: number
  readonly state: string
}

export interface CheckpointDeps {
  readonly facts: Pick<FactRecords, 'get' | 'set' | 'setOnce'>
  readonly releases: Pick<ReleaseHealthRecords, 'heard'>
}

export interface Checkpoints {
  /** The state from which what lies at a position is decided. */
  stateAt(place: Omit<ThinningCheckpoint, 'before' | 'after'>, position: number): Promise<string>
  /** Goes on from this one. */
  pass(checkpoint: ThinningCheckpoint): void
  write(checkpoint: ThinningCheckpoint): Promise<void>
}

/** Raised when the state changes its form; what an earlier version wrote is then forgotten. */
const FORM = 1
/** Of each spool: two nodes that wrote over each other's could not replay what they had decided. */
const factOf = ({ projectId, spoolId }: Pick<ThinningCheckpoint, 'projectId' | 'spoolId'>): string =>
  `thinning.${FORM}.${projectId}.${spoolId}`
/** Where versions of before kept the only one. */
const earlierFactOf = (projectId: string): string => `thinning.${FORM}.${projectId}`

export function createCheckpoints({ facts, releases }: CheckpointDeps): Checkpoints {
  const known = new Map<string, ThinningCheckpoint>()

  async function load(projectId: string, spoolId: string, position: number): Promise<ThinningCheckpoint> {
    const own = factOf({ projectId, spoolId })
    const written = (await facts.get(own)) ?? (await facts.get(earlierFactOf(projectId)))
    if (written !== undefined) return JSON.parse(written) as ThinningCheckpoint
    const heard = await releases.heard(projectId, LIMITS.thinning.releases)
    const seen = heard.flatMap(({ version, firstEvent }) =>
      firstEvent === undefined ? [] : [[version, firstEvent] as const],
    )
    const first = { position, state: JSON.stringify(newThinningState(seen.reverse())) }
    const checkpoint = { projectId, spoolId, before: first, after: first }
    // At once: the releases of this batch would be known already if the state were made again for its replay.
    await facts.set(own, JSON.stringify(checkpoint))
    return checkpoint
  }

  return {
    async stateAt({ projectId, spoolId }, position) {
      const checkpoint = known.get(projectId) ?? (await load(projectId, spoolId, position))
      known.set(projectId, checkpoint)
      return stateOf(checkpoint, spoolId, position)
    },
    pass: (checkpoint) => void known.set(checkpoint.projectId, checkpoint),
    write: (checkpoint) => facts.set(factOf(checkpoint), JSON.stringify(checkpoint)),
  }
}

/** Positions of another spool mean nothing here: its last state is the latest there is. */
function stateOf({ spoolId, before, after }: ThinningCheckpoint, ofSpool: string, position: number): string {
  return spoolId !== ofSpool || position >= after.position ? after.state : before.state
}
