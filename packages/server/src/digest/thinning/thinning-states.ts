import type { ProjectSettings } from '#domain/projects/project.ts'
import type { BudgetState } from './budget-state.ts'
import { type CheckpointDeps, type ThinningCheckpoint, createCheckpoints } from './checkpoints.ts'
import { agreed } from './other-spools.ts'
import type { SharedThinning } from './share-thinning.ts'
import { type Thinning, type ThinningState, createThinning } from './thinning.ts'

export interface ThinningStates {
  /** For the records of one batch. What it changes is taken over by `end` alone: a batch that failed is digested anew. */
  begin(batch: BatchPlace): ThinningOfBatch
  /**
   * Before any store is written: a batch that was cut off is replayed from the state before it, and what comes behind a
   * written one goes on from the state after it.
   */
  save(ended: readonly EndedThinning[]): Promise<void>
}

interface BatchPlace {
  readonly spoolId: string
  readonly from: number
  readonly to: number
}

export interface ThinningOfBatch {
  /** Undefined where the project keeps everything. */
  of(
    projectId: string,
    settings: Pick<ProjectSettings, 'spansPerHour'>,
    receivedAt: number,
  ): Promise<Thinning | undefined>
  end(): readonly EndedThinning[]
}

/** Of one project. */
export interface EndedThinning {
  readonly checkpoint: ThinningCheckpoint
  /** For other nodes. */
  readonly budget: BudgetState
}

export interface ThinningStatesDeps extends CheckpointDeps {
  /** Drawn once in the life of an installation. */
  readonly newSalt: () => string
  /** Where other nodes may thin out the same projects. */
  readonly shared?: SharedThinning | undefined
}

const SALT = 'thinning.salt'

export function createThinningStates(deps: ThinningStatesDeps): ThinningStates {
  const { facts, newSalt, shared } = deps
  const checkpoints = createCheckpoints(deps)
  let salt: string | undefined

  async function stateBefore(
    { spoolId, from, to }: BatchPlace,
    projectId: string,
    receivedAt: number,
  ): Promise<string> {
    const own = await checkpoints.stateAt({ projectId, spoolId }, from)
    return shared === undefined ? own : listen(shared, own, { projectId, spoolId, from, to, receivedAt })
  }

  return {
    begin(batch) {
      const { spoolId, from, to } = batch
      const opened = new Map<string, { readonly before: string; readonly thinning: Thinning }>()
      return {
        async of(projectId, { spansPerHour }, receivedAt) {
          if (spansPerHour === null) return undefined
          const already = opened.get(projectId)
          if (already !== undefined) return already.thinning
          salt ??= await facts.setOnce(SALT, newSalt())
          const before = await stateBefore(batch, projectId, receivedAt)
          const thinning = createThinning({ spansPerHour, salt }, JSON.parse(before) as ThinningState)
          opened.set(projectId, { before, thinning })
          return thinning
        },
        end() {
          const ended = Array.from(opened, ([projectId, { before, thinning }]) => {
            const state = thinning.state()
            const after = { position: to, state: JSON.stringify(state) }
            const checkpoint = { projectId, spoolId, before: { position: from, state: before }, after }
            return { checkpoint, budget: state.budget }
          })
          for (const { checkpoint } of ended) checkpoints.pass(checkpoint)
          return ended
        },
      }
    },
    async save(ended) {
      for (const { checkpoint } of ended) await checkpoints.write(checkpoint)
      await shared?.tell(ended.map(({ checkpoint, budget }) => ({ ...checkpoint, budget })))
    },
  }
}

/** The state before a batch with what other nodes told. What may be a replay goes by what it went by before. */
async function listen(
  shared: SharedThinning,
  own: string,
  at: BatchPlace & { readonly projectId: string; readonly receivedAt: number },
): Promise<string> {
  const { heard, ...state } = JSON.parse(own) as ThinningState
  const known = heard?.until ?? 0
  if (at.from < known) return JSON.stringify({ ...state, heard: { ...heard, until: Math.max(at.to, known) } })
  const others = await shared.hear(at, state.budget)
  const budget = agreed(state.budget, at.spoolId, others)
  return JSON.stringify({ ...state, budget, heard: { until: at.to, others } } satisfies ThinningState)
}
