import { isAboutIssues, stepMs, windowMs, type Alert, type WindowMinutes } from '#domain/alerts/alert.ts'
import { leastOf } from '#domain/alerts/evaluate.ts'
import type { AlertFact } from '#domain/alerts/fact.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import type { AlertTrigger } from '#stores/records/alerts.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { Scope, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { eventConditions, type AlertMatcher } from './matching.ts'
import { sessionsIn } from './sessions-in.ts'
import { baselineBefore } from './usual.ts'

export interface FactSources {
  readonly records: Pick<RecordStore, 'activity'>
  readonly telemetry: Pick<
    TelemetryStore,
    'windows' | 'reached' | 'breakdown' | 'timeSeries' | 'sessionSeries'
  >
  readonly matcher: AlertMatcher
}

/** Everything received before `until` has to be in the stores. */
export interface FactWindow {
  readonly from: number
  readonly until: number
  /** Facts of one project. */
  readonly limit: number
  /** Whether to make do with what was found. */
  readonly isLate?: (() => boolean) | undefined
}

type Judged = Pick<Alert, 'when' | 'for'>

export interface Facts {
  readonly facts: readonly AlertFact[]
  /** There are more than were asked for. */
  readonly cut: boolean
}

/** What became known of a project between the two moments. `happenings` are those of the same time. */
export async function readFacts(
  sources: FactSources,
  alert: Judged,
  project: Project,
  happenings: readonly AlertTrigger[],
  window: FactWindow,
): Promise<Facts> {
  const { when } = alert
  const wanted = async (found: readonly AlertFact[]): Promise<Facts> => ({
    facts: isAboutIssues(when) ? await matching(sources, alert, project, found) : found,
    cut: found.length >= window.limit || window.isLate?.() === true,
  })
  if (when.kind === 'seen' && when.within === null) {
    return wanted(await reachedFacts(sources, alert, project, window))
  }
  if ('within' in when && when.within !== null) {
    return wanted(await windowFacts(sources, alert, project, when.within, window))
  }
  const own = happenings.filter(({ projectId, kind }) => projectId === project.id && kind === when.kind)
  const happened = own.map(({ kind: what, issueId, at }): AlertFact => ({
    kind: 'happened',
    what,
    at,
    projectId: project.id,
    issueId,
  }))
  return wanted(happened)
}

async function reachedFacts(
  { telemetry }: FactSources,
  { when, for: scope }: Judged,
  { id: projectId }: Project,
  { from, until, limit }: FactWindow,
): Promise<readonly AlertFact[]> {
  if (when.kind !== 'seen') return []
  const where = eventConditions(scope)
  // Only what has events now can have reached anything now; the others need not be counted.
  const lately = { projectId, range: { from, to: until }, where }
  const active = await telemetry.breakdown(lately, {
    by: 'issue',
    measure: 'events',
    limit: LIMITS.search.issues,
  })
  if (active.values.length === 0) return []
  const ids = active.values.map(({ key }) => key)
  const counted = {
    projectId,
    range: { from: 0, to: until },
    where: [...where, { dimension: 'issue', op: 'is', values: ids } as const],
  }
  const count = when.atLeast
  const reached = await telemetry.reached(counted, { measure: when.by, count, since: from, limit })
  return reached.map(({ key: issueId, at }) => ({ kind: 'reached', at, count, projectId, issueId }))
}

async function windowFacts(
  sources: FactSources,
  { when, for: scope }: Judged,
  project: Project,
  within: WindowMinutes,
  { from, until, limit, isLate }: FactWindow,
): Promise<readonly AlertFact[]> {
  const { telemetry } = sources
  const [window, step] = [windowMs(within), stepMs(within)]
  const ratio = when.kind === 'rate' && when.per === 'sessions'
  // The completed window shows whether a burst happened before the first check.
  const first = Math.floor(from / step) * step
  // A ratio can fall again before its window ends, so it is judged at the end only.
  const last = (ratio ? Math.floor(until / step) : Math.ceil(until / step)) * step
  if (last <= first) return []
  const byIssue = when.kind === 'seen'
  const found = await windowsIn(telemetry, project.id, eventConditions(scope), {
    by: byIssue ? 'issue' : 'none',
    measure: byIssue ? when.by : 'events',
    windowMs: window,
    stepMs: step,
    ends: { from: first, to: last + 1 },
    atLeast: leastOf(when)!,
    limit,
    until,
    isLate,
  })
  if (found.length === 0) return []
  const usual =
    when.kind === 'spike' ? await baselineBefore(telemetry, project, scope, { first, last }) : undefined
  const sessions = ratio
    ? await sessionsIn(telemetry, project.id, scope, { first, last, window, step })
    : undefined
  return found.map(({ key, end, count }) => ({
    kind: 'window',
    end,
    count,
    projectId: project.id,
    issueId: byIssue ? key : undefined,
    usual: usual?.(end - window, window),
    sessions: sessions?.(end),
  }))
}

const PIECE_MS = 86_400_000

/** A day at a time, the latest first: fourteen at once would not fit into the memory of the store. */
async function windowsIn(
  telemetry: FactSources['telemetry'],
  projectId: string,
  where: Scope['where'],
  asked: WindowsAsked,
) {
  const { ends, windowMs: window, limit, until, isLate, ...options } = asked
  const found: Array<{ readonly key: string; readonly end: number; readonly count: number }> = []
  for (let to = ends.to; to > ends.from && found.length < limit; to -= PIECE_MS) {
    if (isLate?.() === true) break
    const from = Math.max(ends.from, to - PIECE_MS)
    const range = { from: from - window, to: Math.min(until, to) }
    const piece = { ...options, windowMs: window, ends: { from, to }, limit: limit - found.length }
    found.push(...(await telemetry.windows({ projectId, range, where: where ?? [] }, piece)))
  }
  return found
}

type WindowsAsked = Parameters<FactSources['telemetry']['windows']>[1] & Pick<FactWindow, 'until' | 'isLate'>

/** Only those that match the alert. Issues whose counts just changed by a merge or a late source map are skipped. */
async function matching(
  { records, matcher }: FactSources,
  { for: scope, when }: Judged,
  project: Project,
  facts: readonly AlertFact[],
): Promise<readonly AlertFact[]> {
  if (facts.length === 0) return facts
  const ids = facts.flatMap(({ issueId }) => (issueId === undefined ? [] : [issueId]))
  const wanted = await matcher.matching(project, scope, ids)
  const kept = facts.filter(({ issueId }) => issueId !== undefined && wanted.has(issueId))
  if (when.kind !== 'seen' || when.within === null) return kept
  const changedAt = await lastMoves(records, new Set(kept.map(({ issueId }) => issueId!)))
  const window = windowMs(when.within)
  return kept.filter((fact) => {
    const moved = changedAt.get(fact.issueId!)
    return fact.kind !== 'window' || moved === undefined || moved < fact.end - window || moved >= fact.end
  })
}

const MOVES: ReadonlySet<string> = new Set(['merged', 'moved_in', 'split_off'])

async function lastMoves(
  { activity }: FactSources['records'],
  issueIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const moves = new Map<string, number>()
  for (const id of issueIds) {
    const lines = await activity.ofIssue(id, 20)
    const last = lines.find(({ kind }) => MOVES.has(kind))
    if (last) moves.set(id, last.at)
  }
  return moves
}
