import { AppError } from '#domain/app-error.ts'
import type { Issue } from '#domain/issues/issue.ts'
import { LIMITS } from '#domain/limits.ts'
import type { GroupingSettings, Project } from '#domain/projects/project.ts'
import { parseRules } from '#domain/issues/rules/parse.ts'
import type { RuleError } from '#domain/issues/rules/rule.ts'
import type { MergeRecords } from '#stores/records/merging.ts'
import type { IssueRecords } from '#stores/records/records.ts'
import type { EventSummary, StoredEvent, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { everything } from './time-series.ts'

/** Fingerprints of an event with the current settings and with those to test. */
export interface TriedGrouping {
  readonly before: string
  readonly after: string
  /** An earlier fingerprint, whose issue the first group that comes takes. */
  readonly takes: string | undefined
}

export type RuleTrial = (
  project: Project,
  tried: GroupingSettings,
  deadline: number,
) => (stored: StoredEvent) => Promise<TriedGrouping>

export interface RulesReport {
  readonly errors: readonly RuleError[]
  /** Undefined where the rules cannot be read. */
  readonly result: RulesResult | undefined
}

export interface RulesResult {
  /** Events that were looked at, the latest. */
  readonly events: number
  readonly changedEvents: number
  /** Issues that would have had fewer events, or others. */
  readonly changedIssues: number
  /** Where the events would have gone, most first. */
  readonly moves: readonly RulesMove[]
}

export interface RulesMove {
  /** Undefined: an issue that does not exist yet. */
  readonly into: Issue | undefined
  /** Of the latest of these events. */
  readonly title: string
  readonly events: number
  readonly from: ReadonlyArray<{
    readonly issue: Issue
    readonly events: number
    /** Events of the issue that were looked at: with fewer of them leaving, the issue is parted. */
    readonly of: number
  }>
}

export interface TryRulesDeps {
  readonly telemetry: Pick<TelemetryStore, 'page' | 'get'>
  readonly issues: Pick<IssueRecords, 'byIds'>
  readonly merging: Pick<MergeRecords, 'homes'>
  readonly trial: RuleTrial
  readonly now: () => number
}

const MOST_MOVES = 20
/** Events that are read while others are grouped: most of the time of one goes into messages between threads. */
const AT_ONCE = 8

/** What the rules, or another version of the grouping, would have made of the latest events. Nothing is changed by it. */
export async function tryRules(
  deps: TryRulesDeps,
  project: Project,
  tried: GroupingSettings,
): Promise<RulesReport> {
  const { errors } = parseRules(tried.groupingRules)
  if (errors.length > 0) return { errors, result: undefined }
  const scope = everything(project.id, deps.now())
  const { events } = await deps.telemetry.page(scope, { limit: LIMITS.rules.dryRunEvents })
  // Saved already, as whenever the page of the rules is opened.
  if (isSaved(tried, project.settings)) return { errors, result: { ...UNCHANGED, events: events.length } }
  const looked = new Map<string, number>()
  const changed: Changed[] = []
  for await (const { issueId, title, before, after, takes } of tryEvents(deps, project, tried, events)) {
    looked.set(issueId, (looked.get(issueId) ?? 0) + 1)
    if (before !== after) changed.push({ issueId, title, fingerprint: after, takes })
  }
  return { errors, result: await resultOf(deps, project, looked, changed) }
}

/** Those that were grouped in time. One that takes too long is left out, and so is what comes after the deadline. */
async function* tryEvents(
  { telemetry, trial, now }: TryRulesDeps,
  project: Project,
  tried: GroupingSettings,
  events: readonly EventSummary[],
): AsyncGenerator<Tried> {
  const deadline = now() + LIMITS.rules.dryRunMs
  const regroup = trial(project, tried, deadline)
  async function tryEvent({ eventId }: EventSummary): Promise<Tried | undefined> {
    const stored = await telemetry.get(project.id, eventId)
    const grouped = stored && (await regroup(stored).catch(passOver))
    return grouped && { ...grouped, issueId: stored.issueId, title: stored.title }
  }
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), LIMITS.rules.dryRunMs)
  try {
    for (let from = 0; from < events.length && now() <= deadline; from += AT_ONCE) {
      const some = events.slice(from, from + AT_ONCE).map((event) => Promise.race([tryEvent(event), late]))
      yield* (await Promise.all(some)).filter((one) => one !== undefined)
    }
  } finally {
    clearTimeout(timer)
  }
}

const UNCHANGED: RulesResult = { events: 0, changedEvents: 0, changedIssues: 0, moves: [] }

function isSaved(tried: GroupingSettings, saved: GroupingSettings): boolean {
  return tried.groupingRules === saved.groupingRules && tried.groupingVersion === saved.groupingVersion
}

function passOver(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'store_unavailable') return undefined
  throw error
}

interface Tried extends TriedGrouping {
  readonly issueId: string
  readonly title: string
}

interface Changed {
  readonly issueId: string
  readonly title: string
  readonly fingerprint: string
  readonly takes: string | undefined
}

/** Which group keeps an issue that several would take: the one with most events, which likely comes first. */
function takenIssues(
  changed: readonly Changed[],
  homes: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const taken = new Map<string, string>()
  const gone = new Set<string>()
  const groups = [...Map.groupBy(changed, ({ fingerprint }) => fingerprint)]
  for (const [fingerprint, events] of groups.sort((a, b) => b[1].length - a[1].length)) {
    const home = events.map(({ takes }) => takes && homes.get(takes)).find((id) => id && !gone.has(id))
    if (home === undefined || home === '') continue
    taken.set(fingerprint, home)
    gone.add(home)
  }
  return taken
}

async function resultOf(
  { issues, merging }: TryRulesDeps,
  project: Project,
  looked: ReadonlyMap<string, number>,
  changed: readonly Changed[],
): Promise<RulesResult> {
  const wanted = changed.flatMap(({ fingerprint, takes = fingerprint }) => [fingerprint, takes])
  const homes = await merging.homes(project.id, [...new Set(wanted)])
  const taken = takenIssues(changed, homes)
  const targetOf = ({ fingerprint }: Changed) =>
    homes.get(fingerprint) ?? taken.get(fingerprint) ?? fingerprint
  // What a person merged, or what leads to the same issue anyway, stays where it is.
  const leaving = changed.filter((event) => targetOf(event) !== event.issueId)
  const targets = [...Map.groupBy(leaving, targetOf)].sort((a, b) => b[1].length - a[1].length)
  const shown = targets.slice(0, MOST_MOVES)
  const ids = [...shown.map(([id]) => id), ...shown.flatMap(([, own]) => own.map(({ issueId }) => issueId))]
  const known = new Map((await issues.byIds([...new Set(ids)])).map((issue) => [issue.id, issue]))
  return {
    events: [...looked.values()].reduce((sum, count) => sum + count, 0),
    changedEvents: leaving.length,
    changedIssues: new Set(leaving.map(({ issueId }) => issueId)).size,
    moves: shown.map(([id, own]) => ({
      into: known.get(id),
      title: own[0]!.title,
      events: own.length,
      from: [...Map.groupBy(own, ({ issueId }) => issueId)]
        .flatMap(([issueId, moved]) => {
          const issue = known.get(issueId)
          return issue === undefined ? [] : [{ issue, events: moved.length, of: looked.get(issueId)! }]
        })
        .sort((a, b) => b.events - a.events),
    })),
  }
}
