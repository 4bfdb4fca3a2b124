import type { AlertRule } from '#domain/alerts/alert.ts'
import { isAboutIssues } from '#domain/alerts/alert.ts'
import { evaluate } from '#domain/alerts/evaluate.ts'
import { freshMemory, type AlertFact, type AlertMessage } from '#domain/alerts/fact.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { readFacts, type FactSources } from './facts.ts'

const DAY_MS = 86_400_000

export interface Backtest {
  readonly from: number
  readonly to: number
  /** Oldest first. */
  readonly messages: readonly AlertMessage[]
  /** Found, but not sent at the end of the period. */
  readonly waiting: number
  /** Too much data to check everything; the result is a lower bound. */
  readonly cut: boolean
}

export interface BacktestSources extends FactSources {
  readonly records: Pick<RecordStore, 'activity' | 'happenings'>
}

/** What the alert would have sent in the days before, by the same evaluator as the job. */
export async function backtest(
  sources: BacktestSources,
  rule: AlertRule,
  projects: readonly Project[],
  clock: () => number,
): Promise<Backtest> {
  const now = clock()
  const isLate = () => clock() - now > LIMITS.alerts.backtestMs
  const from = now - LIMITS.alerts.backtestDays * DAY_MS
  const limit = LIMITS.alerts.backtestFacts
  const { when } = rule
  const { records } = sources
  const happenings =
    isAboutIssues(when) && when.kind !== 'seen'
      ? await records.happenings.between(
          { from, to: now },
          { kind: when.kind as 'new', projectIds: projects.map(({ id }) => id), limit },
        )
      : []
  const facts: AlertFact[] = []
  let cut = happenings.length >= limit
  for (const project of projects) {
    const own = await readFacts(sources, rule, project, happenings, { from, until: now, limit, isLate })
    cut ||= own.cut
    facts.push(...own.facts)
  }
  const { messages, memory } = evaluate({ ...rule, mutedUntil: undefined }, facts, freshMemory(from, 0), now)
  return { from, to: now, messages, waiting: memory.held.length + memory.heldMore, cut }
}
