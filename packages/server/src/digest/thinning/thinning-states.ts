import type { ProjectSettings } from '#domain/projects/project.ts'
import type { FactRecords } from '#stores/records/records.ts'
import type { ReleaseHealthRecords } from '#stores/records/release-health.ts'
import { LIMITS } from '#domain/limits.ts'
import { type Thinning, type ThinningState, createThinning, newThinningState } from './thinning.ts'

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

export interface ThinningStates {
  /** For the records of one batch. What it changes is taken over by `end` alone: a batch that failed is digested anew. */
  begin(batch: { readonly spoolId: string; readonly from: number; readonly to: number }): ThinningOfBatch
  /**
   * Before any store is written: a batch that was cut off is replayed from the state before it, and what comes behind a
   * written one goes on from the state after it.
   */
  save(checkpoint: ThinningCheckpoint): Promise<void>
}

export interface ThinningOfBatch {
  /** Undefined where the project keeps everything. */
  of(projectId: string, settings: ProjectSettings): Promise<Thinning | undefined>
  end(): readonly ThinningCheckpoint[]
}

export interface ThinningStatesDeps {
  readonly facts: Pick<FactRecords, 'get' | 'set' | 'setOnce'>
  readonly releases: Pick<ReleaseHealthRecords, 'heard'>
  /** Drawn once in the life of an installation. */
  readonly newSalt: () => string
}

/** Raised when the state changes its form; what an earlier version wrote is then forgotten. */
const FORM = 1
const SALT = 'thinning.salt'
/** Of each spool: two nodes that wrote over each other's could not replay what they had decided. */
const factOf = ({ projectId, spoolId }: Pick<ThinningCheckpoint, 'projectId' | 'spoolId'>): string =>
  `thinning.${FORM}.${projectId}.${spoolId}`
/** Where versions of before kept the only one. */
const earlierFactOf = (projectId: string): string => `thinning.${FORM}.${projectId}`

export function createThinningStates({ facts, releases, newSalt }: ThinningStatesDeps): ThinningStates {
  const known = new Map<string, ThinningCheckpoint>()
  let salt: string | undefined

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

  async function open(projectId: string, spoolId: string, from: number): Promise<string> {
    const checkpoint = known.get(projectId) ?? (await load(projectId, spoolId, from))
    known.set(projectId, checkpoint)
    return stateAt(checkpoint, spoolId, from)
  }

  return {
    begin({ spoolId, from, to }) {
      const opened = new Map<string, { readonly before: string; readonly thinning: Thinning }>()
      return {
        async of(projectId, { spansPerHour }) {
          if (spansPerHour === null) return undefined
          const already = opened.get(projectId)
          if (already !== undefined) return already.thinning
          salt ??= await facts.setOnce(SALT, newSalt())
          const before = await open(projectId, spoolId, from)
          const thinning = createThinning({ spansPerHour, salt }, JSON.parse(before) as ThinningState)
          opened.set(projectId, { before, thinning })
          return thinning
        },
        end() {
          const checkpoints = Array.from(opened, ([projectId, { before, thinning }]) => ({
            projectId,
            spoolId,
            before: { position: from, state: before },
            after: { position: to, state: JSON.stringify(thinning.state()) },
          }))
          for (const checkpoint of checkpoints) known.set(checkpoint.projectId, checkpoint)
          return checkpoints
        },
      }
    },
    save: (checkpoint) => facts.set(factOf(checkpoint), JSON.stringify(checkpoint)),
  }
}

/** Positions of another spool mean nothing here: its last state is the latest there is. */
function stateAt({ spoolId, before, after }: ThinningCheckpoint, ofSpool: string, position: number): string {
  return spoolId !== ofSpool || position >= after.position ? after.state : before.state
}
