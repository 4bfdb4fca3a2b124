import type { SessionCounts } from '#domain/releases/session.ts'
import { NO_SESSIONS } from '#domain/releases/session.ts'
import type { SessionHistory } from '#stores/telemetry/sessions.ts'

/**
 * `adopted`: at least 10 % of the last day's sessions. `replaced`: adopted within the shown days. `low`: fewer
 * sessions. `unseen`: none, or no sessions are reported.
 */
export type AdoptionStage = 'adopted' | 'low' | 'replaced' | 'unseen'

export interface Adoption {
  readonly stage: AdoptionStage
  /** Of the last day, from 0 to 1; undefined where there were none at all. */
  readonly sessions: number | undefined
  readonly users: number | undefined
}

const ADOPTED = 0.1

/** Says it of each release. What all of them have together is summed up once: there may be thousands. */
export function adoptions(
  lastDay: ReadonlyMap<string, SessionCounts>,
  history: ReadonlyMap<string, SessionHistory>,
): (version: string) => Adoption {
  const all = {
    sessions: sum([...lastDay.values()].map((counts) => counts.sessions)),
    users: sum([...lastDay.values()].map((counts) => counts.users)),
  }
  const days: number[] = []
  for (const { buckets } of history.values())
    for (const [day, { sessions }] of buckets.entries()) days[day] = (days[day] ?? 0) + sessions
  return (version) => {
    const own = lastDay.get(version) ?? NO_SESSIONS
    const buckets = history.get(version)?.buckets ?? []
    const wasAdopted = buckets.some(({ sessions }, day) => days[day]! > 0 && sessions / days[day]! >= ADOPTED)
    const share = shareOf(own.sessions, all.sessions)
    return { stage: stageOf(share, wasAdopted), sessions: share, users: shareOf(own.users, all.users) }
  }
}

function stageOf(share: number | undefined, wasAdopted: boolean): AdoptionStage {
  if (share !== undefined && share >= ADOPTED) return 'adopted'
  if (wasAdopted) return 'replaced'
  return share !== undefined && share > 0 ? 'low' : 'unseen'
}

const shareOf = (part: number, all: number): number | undefined => (all === 0 ? undefined : part / all)
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
