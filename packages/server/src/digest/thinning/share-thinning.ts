import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { ThinningShareRecords } from '#stores/records/nodes.ts'
import { type BudgetState, MINUTES } from './budget-state.ts'
import { type OtherSpools, type ToldShare, sumUp } from './other-spools.ts'

/** What digesters of several nodes tell each other, so that they keep one budget together. */
export interface SharedThinning {
  /** What all other spools kept and see of a project in the hours about this time; undefined where there are none. */
  hear(at: ProjectAt, budget: BudgetState): Promise<OtherSpools | undefined>
  /** Of the projects of one batch. Telling it again changes nothing. */
  tell(budgets: readonly ProjectBudget[]): Promise<void>
}

interface ProjectOfSpool {
  readonly projectId: string
  readonly spoolId: string
}

interface ProjectAt extends ProjectOfSpool {
  readonly receivedAt: number
}

interface ProjectBudget extends ProjectOfSpool {
  readonly budget: BudgetState
}

export interface SharedThinningDeps {
  readonly shares: ThinningShareRecords
  readonly now: () => number
  readonly log: Log
}

interface HeardLast {
  readonly at: number
  readonly hour: number
  readonly told: readonly ToldShare[]
}

/** Raised when a share changes its form: nodes of two versions do not understand each other's and go on for themselves. */
const FORM = 1
const HOUR_MS = 3_600_000

export function createSharedThinning({ shares, now, log }: SharedThinningDeps): SharedThinning {
  const last = new Map<string, HeardLast>()
  let expiredAt = Number.NEGATIVE_INFINITY

  async function listen({ projectId, spoolId, receivedAt }: ProjectAt): Promise<HeardLast> {
    const hour = Math.floor(receivedAt / HOUR_MS)
    const before = last.get(projectId)
    if (before?.hour === hour && now() - before.at < LIMITS.thinning.exchangeMs) return before
    try {
      const told = await shares.hear({ projectId, spoolId, hours: [hour - 1, hour, hour + 1] })
      return { at: now(), hour, told: told.flatMap(read) }
    } catch (error) {
      log.debug('other nodes cannot be asked for their share of the spans to keep', { error })
      return before ?? { at: now(), hour, told: [] }
    }
  }

  return {
    async hear(at, budget) {
      const heard = await listen(at)
      last.set(at.projectId, heard)
      return sumUp(heard.told, budget)
    },
    async tell(budgets) {
      for (const [spoolId, ofSpool] of Map.groupBy(budgets, (each) => each.spoolId))
        await shares.tell(spoolId, ofSpool.map(toldOf))
      if (now() - expiredAt < HOUR_MS) return
      await shares.expire()
      expiredAt = now()
    },
  }
}

function toldOf({ projectId, budget }: ProjectBudget) {
  const share = JSON.stringify({ form: FORM, ...budget })
  return { projectId, hour: Math.floor(budget.minute / MINUTES), share }
}

function read({ spoolId, share }: { readonly spoolId: string; readonly share: string }): ToldShare[] {
  const { form, ...rest } = JSON.parse(share) as { readonly form: number } & BudgetState
  return form === FORM ? [{ spoolId, share: rest }] : []
}
