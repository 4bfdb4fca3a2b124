import { brokenSessions, crashFreeSessions, crashFreeUsers, type SessionCounts } from './session.ts'

/** What is known of one release. */
export interface ReleaseFacts {
  readonly version: string
  readonly sessions: SessionCounts
  readonly events: number
  /** First and last time it was seen. */
  readonly hours: number
  readonly issueEvents: ReadonlyMap<string, number>
}

export interface VerdictFacts {
  readonly release: ReleaseFacts
  /** The release it is compared with; undefined: there is none. */
  readonly before: ReleaseFacts | undefined
  readonly appeared: readonly string[]
  readonly cameBack: readonly string[]
  readonly resolved: readonly string[]
}

/** `too_little`: the numbers are too small to tell a change from chance. */
export type Change = 'worse' | 'better' | 'same' | 'too_little'

export interface Compared {
  readonly change: Change
  readonly before: number | undefined
  readonly now: number | undefined
}

/** An issue that both releases had, or had before. Rates are per unit of `Verdict.per`. */
export interface IssueTrend {
  readonly issueId: string
  readonly events: number
  readonly eventsBefore: number
  readonly rate: number
  readonly rateBefore: number
}

export interface Verdict {
  /** `look`: nothing got measurably worse, but something is there that was not. */
  readonly call: 'first' | 'too_little' | 'worse' | 'look' | 'better' | 'same'
  /** Unit of rates: a thousand sessions, or an hour if there are no sessions. */
  readonly per: 'sessions' | 'hours'
  readonly errors: Compared
  readonly crashFreeSessions: Compared
  readonly crashFreeUsers: Compared
  readonly appeared: readonly string[]
  readonly cameBack: readonly string[]
  readonly resolved: readonly string[]
  /** Those that changed most first. */
  readonly worse: readonly IssueTrend[]
  readonly better: readonly IssueTrend[]
}

/** Fewer say nothing about a share. */
export const LEAST_SESSIONS = 50
/** Fewer say nothing about a rate. */
export const LEAST_EVENTS = 10
/** How many times more or less often is a change. */
const FACTOR = 2
/** Standard deviations: chance alone does this once in 400 comparisons. */
const SIGNIFICANT = 3

export function verdictOf(facts: VerdictFacts): Verdict {
  const { release, before, appeared, cameBack, resolved } = facts
  const per = unitOf(release, before)
  const trends = before === undefined ? [] : trendsOf(facts, release, before, per)
  const worse = trends.filter(({ change }) => change === 'worse').map(({ trend }) => trend)
  const better = trends.filter(({ change }) => change === 'better').map(({ trend }) => trend)
  const measured = {
    errors: compareErrors(release, before, per),
    crashFreeSessions: compareShares(release.sessions, before?.sessions, crashFreeSessions, (counts) => [
      brokenSessions(counts),
      counts.sessions,
    ]),
    crashFreeUsers: compareShares(release.sessions, before?.sessions, crashFreeUsers, (counts) => [
      counts.brokenUsers,
      counts.users,
    ]),
  }
  const rest = { per, ...measured, appeared, cameBack, resolved, worse, better }
  return { call: callOf(release, before === undefined, rest), ...rest }
}

function callOf(
  { events, sessions }: ReleaseFacts,
  isFirst: boolean,
  verdict: Omit<Verdict, 'call'>,
): Verdict['call'] {
  // Announced, and no more: that it brought nothing new would be praise for silence.
  if (isFirst) return events + sessions.sessions + verdict.appeared.length === 0 ? 'too_little' : 'first'
  const changes = [verdict.errors, verdict.crashFreeSessions, verdict.crashFreeUsers].map(
    ({ change }) => change,
  )
  if (changes.includes('worse') || verdict.worse.length > 0 || verdict.cameBack.length > 0) return 'worse'
  if (verdict.appeared.length > 0) return 'look'
  if (changes.includes('better') || verdict.better.length > 0) return 'better'
  return changes.every((change) => change === 'too_little') ? 'too_little' : 'same'
}

/** By sessions if both releases have them, because traffic varies over the day. */
function unitOf(release: ReleaseFacts, before: ReleaseFacts | undefined): Verdict['per'] {
  const others = before === undefined ? [release] : [release, before]
  return others.every(({ sessions }) => sessions.sessions > 0) ? 'sessions' : 'hours'
}

function exposureOf({ sessions, hours }: ReleaseFacts, per: Verdict['per']): number {
  return per === 'sessions' ? sessions.sessions / 1000 : hours
}

function isEnough(facts: ReleaseFacts, per: Verdict['per']): boolean {
  return per === 'sessions' ? facts.sessions.sessions >= LEAST_SESSIONS : facts.hours >= 1
}

const rateOf = (events: number, exposure: number): number | undefined =>
  exposure > 0 ? events / exposure : undefined

function compareErrors(
  release: ReleaseFacts,
  before: ReleaseFacts | undefined,
  per: Verdict['per'],
): Compared {
  const now = rateOf(release.events, exposureOf(release, per))
  if (before === undefined) return { change: 'too_little', before: undefined, now }
  const change = changeOfRate(release, release.events, before, before.events, per)
  return { change, before: rateOf(before.events, exposureOf(before, per)), now }
}

/** Whether counts over what they were counted in differ by more than chance, as a Poisson process would have it. */
function changeOfRate(
  release: ReleaseFacts,
  events: number,
  before: ReleaseFacts,
  eventsBefore: number,
  per: Verdict['per'],
): Change {
  if (!isEnough(release, per) || !isEnough(before, per)) return 'too_little'
  const [a, b] = [exposureOf(release, per), exposureOf(before, per)]
  const common = (events + eventsBefore) / (a + b)
  // What the smaller side would have shown if nothing had changed decides how much its silence is worth.
  if (Math.max(events, eventsBefore, common * Math.min(a, b)) < LEAST_EVENTS) return 'too_little'
  const [now, then] = [events / a, eventsBefore / b]
  const deviation = (now - then) / Math.sqrt(common * (1 / a + 1 / b))
  if (now >= then * FACTOR && deviation >= SIGNIFICANT && events >= LEAST_EVENTS) return 'worse'
  if (now * FACTOR <= then && deviation <= -SIGNIFICANT) return 'better'
  return 'same'
}

function compareShares(
  counts: SessionCounts,
  earlier: SessionCounts | undefined,
  shareOf: (counts: SessionCounts) => number | undefined,
  partOf: (counts: SessionCounts) => readonly [broken: number, all: number],
): Compared {
  const now = shareOf(counts)
  const before = earlier && shareOf(earlier)
  if (earlier === undefined || now === undefined || before === undefined) {
    return { change: 'too_little', before, now }
  }
  const [[broken, all], [brokenBefore, allBefore]] = [partOf(counts), partOf(earlier)]
  if (Math.min(all, allBefore) < LEAST_SESSIONS) return { change: 'too_little', before, now }
  const common = (broken + brokenBefore) / (all + allBefore)
  const spread = Math.sqrt(common * (1 - common) * (1 / all + 1 / allBefore))
  const deviation = spread === 0 ? 0 : (now - before) / spread
  const change = deviation <= -SIGNIFICANT ? 'worse' : deviation >= SIGNIFICANT ? 'better' : 'same'
  return { change, before, now }
}

/** New and regressed issues are listed as such; a rate would be meaningless for them. */
function trendsOf(
  { appeared, cameBack }: VerdictFacts,
  release: ReleaseFacts,
  before: ReleaseFacts,
  per: Verdict['per'],
): ReadonlyArray<{ readonly change: Change; readonly trend: IssueTrend }> {
  const told = new Set([...appeared, ...cameBack])
  const ids = [...new Set([...release.issueEvents.keys(), ...before.issueEvents.keys()])]
  return ids
    .filter((id) => !told.has(id))
    .map((issueId) => {
      const events = release.issueEvents.get(issueId) ?? 0
      const eventsBefore = before.issueEvents.get(issueId) ?? 0
      const rate = rateOf(events, exposureOf(release, per)) ?? 0
      const rateBefore = rateOf(eventsBefore, exposureOf(before, per)) ?? 0
      const change = changeOfRate(release, events, before, eventsBefore, per)
      return { change, trend: { issueId, events, eventsBefore, rate, rateBefore } }
    })
    .toSorted((a, b) => size(b.trend) - size(a.trend) || a.trend.issueId.localeCompare(b.trend.issueId))
}

const size = ({ rate, rateBefore }: IssueTrend): number => Math.abs(rate - rateBefore)
