import type { ReadActivity } from '#domain/issue-activity.ts'
import { asOf, type Issue } from '#domain/issue.ts'
import type { Person } from '#domain/person.ts'
import type { ActivityRecords, PeopleRecords } from '#stores/records.ts'
import type { Dimension, Scope, TelemetryStore } from '#stores/telemetry.ts'
import { activityOf, everything, type Activity, type Period } from './activity.ts'
import { otherEvents, sharesOf } from './issue-comparison.ts'
import { assigneesOf } from './issues.ts'
import type { LatestPart } from './latest-part.ts'

export interface Facet {
  readonly key: string
  readonly tag: boolean
  readonly total: number
  readonly values: readonly FacetValue[]
}

export interface FacetValue {
  readonly key: string
  readonly count: number
  readonly latest: number
  /** Which part of the project's other events has it; undefined where there are no others. */
  readonly overall: number | undefined
}

export interface HistoryLine extends ReadActivity {
  readonly person: Person | undefined
}

export interface IssueReport extends Activity {
  readonly issue: Issue
  readonly assignee: Person | undefined
  readonly facets: readonly Facet[]
  readonly latestEventId: string | undefined
  /** What happened to it beside its events, latest first. */
  readonly history: readonly HistoryLine[]
}

const FACETS = [
  'release',
  'environment',
  'browser',
  'os',
  'device',
  'url',
  'transaction',
  'user',
  'handled',
  'level',
  'sdk',
] as const satisfies readonly Dimension[]

const VALUES_PER_FACET = 5
const TAG_FACETS = 12

const HISTORY_LINES = 50

export interface IssueStores {
  readonly telemetry: TelemetryStore
  readonly people: PeopleRecords
  readonly history: ActivityRecords
}

export async function readIssue(
  { telemetry, people, history }: IssueStores,
  issue: Issue,
  period: Period,
  now: number,
): Promise<IssueReport> {
  const scope = { ...issueScope(issue, now), range: { from: issue.firstSeen, to: now + 1 } }
  const [activity, assignees, latest, lines, facets] = await Promise.all([
    activityOf(telemetry, issue.projectId, [issue], period, now),
    assigneesOf(people, [issue]),
    telemetry.page(scope, { limit: 1 }),
    historyOf(history, people, issue),
    facetsOf(telemetry, scope, await otherEvents(telemetry, issue)),
  ])
  return {
    issue: asOf(issue, now),
    assignee: assignees.get(issue.assigneeId ?? ''),
    ...activity.get(issue.id)!,
    facets,
    latestEventId: latest.events[0]?.eventId,
    history: lines,
  }
}

async function historyOf(
  history: ActivityRecords,
  people: PeopleRecords,
  issue: Issue,
): Promise<readonly HistoryLine[]> {
  const lines = await history.ofIssue(issue.id, HISTORY_LINES)
  const found = await people.byIds([...new Set(lines.flatMap(({ personId }) => personId ?? []))])
  const byId = new Map(found.map((person) => [person.id, person]))
  return lines.map((line) => Object.assign(line, { person: byId.get(line.personId ?? '') }))
}

export function issueScope(issue: Pick<Issue, 'id' | 'projectId'>, now: number): Scope {
  return {
    ...everything(issue.projectId, now),
    where: [{ dimension: 'issue', op: 'is', values: [issue.id] }],
  }
}

async function facetsOf(
  telemetry: TelemetryStore,
  scope: Scope,
  others: LatestPart,
): Promise<readonly Facet[]> {
  const tags = await telemetry.tagKeys(scope, TAG_FACETS)
  const asked: ReadonlyArray<{ key: string; by: Dimension; tag: boolean }> = [
    ...FACETS.map((key) => ({ key, by: key, tag: false })),
    ...tags.map(({ key }) => ({ key, by: { tag: key }, tag: true })),
  ]
  const facets = await Promise.all(
    asked.map(async ({ key, by, tag }) => {
      const { total, values } = await telemetry.breakdown(scope, {
        by,
        measure: 'events',
        limit: VALUES_PER_FACET,
      })
      const overall = await sharesOf(
        telemetry,
        others,
        by,
        values.map((value) => value.key),
      )
      return {
        key,
        tag,
        total,
        values: values.map((value) => Object.assign(value, { overall: overall(value.key) })),
      }
    }),
  )
  return facets.filter((facet) => facet.values.length > 0)
}
