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

export function adoptionOf(
  version: string,
  lastDay: ReadonlyMap<string, SessionCounts>,
  history: ReadonlyMap<string, SessionHistory>,
): Adoption {
  const own = lastDay.get(version) ?? NO_SESSIONS
  const sessions = shareOf(own.sessions, sum([...lastDay.values()].map((counts) => counts.sessions)))
  const users = shareOf(own.users, sum([...lastDay.values()].map((counts) => counts.users)))
  return { stage: stageOf(sessions, wasAdopted(version, history)), sessions, users }
}

function stageOf(share: number | undefined, wasAdopted: boolean): AdoptionStage {
  if (share !== undefined && share >= ADOPTED) return 'adopted'
  if (wasAdopted) return 'replaced'
  return share !== undefined && share > 0 ? 'low' : 'unseen'
}

function wasAdopted(version: string, history: ReadonlyMap<string, SessionHistory>): boolean {
  return (history.get(version)?.buckets ?? []).some(({ sessions }, day) => {
    const all = sum([...history.values()].map(({ buckets }) => buckets[day]?.sessions ?? 0))
    return all > 0 && sessions / all >= ADOPTED
  })
}

const shareOf = (part: number, all: number): number | undefined => (all === 0 ? undefined : part / all)
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
