import { type BudgetState, MINUTES, demandAt } from './budget-state.ts'
import { type ByWorth, ZEROS, byWorth, sumOf } from './worth.ts'

/** What a spool tells the others of a project. */
export interface ToldShare {
  readonly spoolId: string
  readonly share: BudgetState
}

/** What all others told, summed up. Numbers of spans, as in `BudgetState`. */
export interface OtherSpools {
  /** With those of `minute`. */
  readonly keptInHours: ReadonlyArray<readonly [hour: number, spans: number]>
  /** The latest that any of them is in. */
  readonly minute: number
  readonly keptInMinute: ByWorth<number>
  readonly seen: ByWorth<number>
  readonly demand: ByWorth<number>
  /** How many were at work in the last minutes. */
  readonly spools: number
  /** Of the first of them by name that is in `minute`. */
  readonly lead: { readonly spoolId: string; readonly rates: ByWorth<number> }
  /** What the spool that heard it had kept itself. */
  readonly own: { readonly minute: number; readonly kept: ByWorth<number> }
}

/** Minutes after which a spool that told nothing has no part of the traffic. */
const QUIET = 5

/** Undefined where there are no others. */
export function sumUp(
  told: readonly ToldShare[],
  own: Pick<BudgetState, 'minute' | 'keptInMinute'>,
): OtherSpools | undefined {
  const latest = [...Map.groupBy(told, ({ spoolId }) => spoolId).values()]
    .map((ofSpool) => ofSpool.reduce((a, b) => (a.share.minute > b.share.minute ? a : b)))
    .toSorted((a, b) => (a.spoolId < b.spoolId ? -1 : 1))
  if (latest.length === 0) return undefined
  const minute = Math.max(...latest.map(({ share }) => share.minute))
  const inMinute = latest.filter(({ share }) => share.minute === minute)
  const lead = inMinute[0]!
  const summed = (all: readonly ToldShare[], of: (share: BudgetState) => ByWorth<number>) =>
    byWorth((worth) => all.reduce((sum, { share }) => sum + of(share)[worth], 0))
  return {
    keptInHours: keptInHours(told),
    minute,
    keptInMinute: summed(inMinute, (share) => share.keptInMinute),
    seen: summed(inMinute, (share) => share.seen),
    demand: summed(latest, (share) => demandAt(share, minute)),
    spools: latest.filter(({ share }) => share.minute > minute - QUIET).length,
    lead: { spoolId: lead.spoolId, rates: lead.share.rates },
    own: { minute: own.minute, kept: own.keptInMinute },
  }
}

function keptInHours(told: readonly ToldShare[]): OtherSpools['keptInHours'] {
  const hours = new Map<number, number>()
  for (const { share } of told) {
    const hour = Math.floor(share.minute / MINUTES)
    hours.set(hour, (hours.get(hour) ?? 0) + share.keptInHour + sumOf(share.keptInMinute))
  }
  return [...hours]
}

/** Rates of a minute are those of the first spool by name, so that a trace has the same answer wherever its parts arrive. */
export function agreed(budget: BudgetState, spoolId: string, others: OtherSpools | undefined): BudgetState {
  const follows = others?.minute === budget.minute && others.lead.spoolId < spoolId
  return follows ? { ...budget, rates: others.lead.rates } : budget
}

/** What others mean for a minute of this spool. */
export interface OthersInMinute {
  /** In the hour before this minute. */
  readonly keptInHour: number
  /** In this minute, as far as it is known. */
  readonly keptInMinute: ByWorth<number>
  /** What this spool had kept of this minute when that was known. */
  readonly ownThen: ByWorth<number>
  readonly demand: ByWorth<number>
  readonly spools: number
  /** Where one of them has set rates for this minute. */
  readonly lead: OtherSpools['lead'] | undefined
}

export function othersIn(minute: number, others: OtherSpools | undefined): OthersInMinute {
  if (others === undefined) return NOBODY
  const isSame = others.minute === minute
  const keptInMinute = isSame ? others.keptInMinute : ZEROS
  const hour = Math.floor(minute / MINUTES)
  const [, kept = 0] = others.keptInHours.find(([one]) => one === hour) ?? []
  return {
    keptInHour: kept - sumOf(keptInMinute),
    keptInMinute,
    ownThen: others.own.minute === minute ? others.own.kept : ZEROS,
    demand: demandAt(others, minute),
    spools: others.spools,
    lead: isSame ? others.lead : undefined,
  }
}

const NOBODY: OthersInMinute = {
  keptInHour: 0,
  keptInMinute: ZEROS,
  ownThen: ZEROS,
  demand: ZEROS,
  spools: 0,
  lead: undefined,
}
