import type { ErrorEvent } from '#domain/events/error-event.ts'
import type { IssueActivity } from '#domain/issues/issue-activity.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { Symbolicator } from '#domain/source-maps/mapped-frame.ts'
import type { Person } from '#domain/people/person.ts'
import type { GroupingSettings, Organization, Project, ProjectKey } from '#domain/projects/project.ts'
import type { SavedView } from '#domain/issues/saved-view.ts'
import { orderReleases } from '#domain/releases/release-order.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { FoundToken } from '#stores/records/tokens.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { Period } from '#product/issues/query/time-series.ts'
import {
  listIssueEvents,
  listProjectEvents,
  readEvent,
  readIssueEvent,
  type EventListOptions,
  type EventReport,
} from '#product/events/query/events.ts'
import { readEventPlace, type EventPlace } from '#product/events/query/event-position.ts'
import { readFingerprints } from '#product/issues/query/fingerprints.ts'
import {
  readHistory,
  withPeople,
  type HistoryAsk,
  type HistoryLine,
  type HistoryPage,
} from '#product/issues/query/history.ts'
import { readIssueUsers, type IssueUsers, type IssueUsersOptions } from '#product/issues/query/issue-users.ts'
import { isWholeInstallation } from '#product/projects/query/installation.ts'
import { readIntake, type IntakeReport } from '#product/intake/query/intake.ts'
import { listIssues, type IssueListOptions, type IssuePage } from '#product/issues/query/issues.ts'
import { listIssuesAcross, type AcrossOptions, type AcrossPage } from '#product/issues/query/issues-across.ts'
import {
  readIssueCounts,
  type IssueCounts,
  type IssueCountsAsk,
} from '#product/issues/query/counts-within.ts'
import { readIssueFacets, type IssueFacets } from '#product/issues/query/issue-facets.ts'
import { readDigest, type DigestReport } from '#product/events/query/digest.ts'
import type { Recollection } from '#product/events/query/rank-occurrences.ts'
import { describeSearched, type SearchedProjects } from '#product/events/query/searched-projects.ts'
import { readIssueDigests, type IssueDigests } from '#product/events/query/issue-digests.ts'
import { lookUp, type FoundThing } from '#product/events/query/lookup.ts'
import { readIssue, type IssueReport } from '#product/issues/query/issue.ts'
import { readIssueBreakdown, readIssueTag, type Facet } from '#product/issues/query/issue-breakdown.ts'
import { readSimilarIssues, type SimilarIssue } from '#product/issues/query/similar-issues.ts'
import { tryRules, type RulesReport, type RuleTrial } from '#product/issues/query/try-rules.ts'
import { readFrameUploads, type EventUploads } from '#product/source-maps/query/frame-uploads.ts'
import { readReleaseMaps, type ReleaseMaps } from '#product/source-maps/query/release-maps.ts'

import type { FoundEvents } from '#product/search/query/search-events.ts'
import { readSearchValues, type AskedValues, type KnownValue } from '#product/search/query/search-values.ts'

/** All read queries of UI and API. Access is checked before, not here. */
export interface Queries {
  projects(organization: Organization): Promise<readonly Project[]>
  tokens(organization: Organization): Promise<readonly FoundToken[]>
  /** Whether these are all organizations: requests without a project are only visible to members of all of them. */
  isWholeInstallation(organizationIds: readonly string[]): Promise<boolean>
  keys(project: Project): Promise<readonly ProjectKey[]>
  /** Of every organization: never to be shown as they are. */
  allKeys(): Promise<readonly ProjectKey[]>
  /** As stored; undefined for who never chose anything. */
  preferences(userId: string): Promise<string | undefined>
  /** Members of any of these. */
  members(organizations: readonly Organization[]): Promise<readonly Person[]>
  issues(project: Project, options: IssueListOptions): Promise<IssuePage>
  /** Of several projects as one list, counted within a time and environments. */
  issuesAcross(projects: readonly Project[], options: AcrossOptions): Promise<AcrossPage>
  issueFacets(
    project: Project,
    asked: { readonly query: string; readonly userId: string | undefined },
  ): Promise<IssueFacets>
  /** `userId`: the requesting user, for the subscription. */
  issue(issue: Issue, period: Period, userId?: string): Promise<IssueReport>
  /** Events, users and a series of each, within a time and environments. */
  issueCounts(issues: readonly Issue[], asked: IssueCountsAsk): Promise<ReadonlyMap<string, IssueCounts>>
  /** What its events have in common, and how they differ from others. */
  issueBreakdown(issue: Issue): Promise<readonly Facet[]>
  /** The most frequent values of one tag or column, as events of Sentry's have them as tags. */
  issueTag(issue: Issue, key: string): Promise<Facet>
  /** Open issues that may be the same, with what they share. */
  similarIssues(issue: Issue): Promise<readonly SimilarIssue[]>
  history(issue: Issue, page: HistoryAsk): Promise<HistoryPage>
  /** How often each of these issues was commented on. */
  comments(issues: readonly Issue[]): Promise<ReadonlyMap<string, number>>
  /** Of all known releases of the project, in order. */
  latestRelease(projectId: string): Promise<string | undefined>
  /** Lines as they are shown, with the people they speak of. */
  historyLines(lines: readonly IssueActivity[]): Promise<readonly HistoryLine[]>
  fingerprints(issue: Issue): ReturnType<typeof readFingerprints>
  tryRules(project: Project, tried: GroupingSettings): Promise<RulesReport>
  /** Newest first, those for which the search holds. */
  projectEvents(project: Project, page: EventListOptions): Promise<FoundEvents>
  projectEvent(project: Project, eventId: string): Promise<EventReport>
  issueEvents(issue: Issue, project: Project, page: EventListOptions): Promise<FoundEvents>
  /** Affected users. */
  issueUsers(issue: Issue, options: IssueUsersOptions): Promise<IssueUsers>
  /** What a filter could be filled in with. */
  searchValues(project: Project, asked: AskedValues): Promise<readonly KnownValue[]>
  savedViews(project: Project, userId: string | undefined): Promise<readonly SavedView[]>
  savedView(id: string): Promise<SavedView | undefined>
  /** `latest` and `oldest` are event ids too. */
  issueEvent(issue: Issue, eventId: string): Promise<EventReport>
  /** Where an event stands among those of its issue for which a search holds. */
  eventPlace(
    issue: Issue,
    project: Project,
    asked: { readonly event: string; readonly query: string; readonly userId: string | undefined },
  ): Promise<EventPlace>
  /** What was uploaded for the scripts of an event. */
  frameUploads(project: Project, event: ErrorEvent): Promise<EventUploads>
  /** Which scripts of a release have a map that works. */
  releaseMaps(project: Project, release: string): Promise<ReleaseMaps>
  /** What a pasted text stands for, among these projects only. */
  lookUp(projects: readonly Project[], text: string): Promise<readonly FoundThing[]>
  /** The events with a digest, among these projects only, the most likely first. */
  digest(projects: readonly Project[], digest: string, known: Recollection): Promise<DigestReport>
  issueDigests(issue: Issue): Promise<IssueDigests>
  /** Where something was looked for in vain. */
  searchedProjects(projects: readonly Project[]): Promise<SearchedProjects>
  /** Undefined: requests without a matching project. */
  intake(
    project: Project | undefined,
    range: { readonly from: number | undefined; readonly to: number | undefined },
  ): Promise<IntakeReport>
}

type QueryRecords = Pick<
  RecordStore,
  | 'organizations'
  | 'issues'
  | 'people'
  | 'projects'
  | 'keys'
  | 'tokens'
  | 'intake'
  | 'facts'
  | 'preferences'
  | 'artifacts'
  | 'activity'
  | 'comments'
  | 'lifecycle'
  | 'teams'
  | 'merging'
  | 'rollups'
  | 'savedViews'
>

export function createQueries(deps: {
  readonly records: QueryRecords
  readonly telemetry: TelemetryStore
  readonly symbolicator: Symbolicator
  readonly ruleTrial: RuleTrial
  readonly now: () => number
}): Queries {
  const { records, telemetry, now } = deps
  const { issues, people, teams, lifecycle, rollups, activity, comments } = records
  const stores = { issues, people, teams, lifecycle, rollups, activity, comments, telemetry }
  const events = { telemetry, issues, symbolicator: deps.symbolicator }
  return {
    projects: (organization) => records.projects.list(organization.id),
    tokens: (organization) => records.tokens.list(organization.id),
    isWholeInstallation: (ids) => isWholeInstallation(records.organizations, ids),
    keys: (project) => records.keys.list(project.id),
    allKeys: () => records.keys.all(),
    preferences: (userId) => records.preferences.get(userId),
    members: (organizations) => records.people.members(organizations.map(({ id }) => id)),
    issues: (project, options) => listIssues(stores, project, options, now()),
    issuesAcross: (projects, options) => listIssuesAcross(stores, projects, options, now()),
    issueFacets: (project, asked) => readIssueFacets(stores, project, asked, now()),
    issueCounts: (list, asked) => readIssueCounts(stores, list, asked, now()),
    issueBreakdown: (issue) => readIssueBreakdown(telemetry, issue),
    issueTag: (issue, key) => readIssueTag(telemetry, issue, key),
    issue: (issue, period, userId) => readIssue(stores, issue, { period, userId }, now()),
    similarIssues: (issue) => readSimilarIssues(stores, issue),
    ...historyQueries(records),
    fingerprints: (issue) => readFingerprints({ ...records, telemetry }, issue, now()),
    tryRules: inSequence((project: Project, tried: GroupingSettings) =>
      tryRules({ ...records, telemetry, trial: deps.ruleTrial, now }, project, tried),
    ),
    projectEvents: (project, page) => listProjectEvents(stores, project, page, now()),
    projectEvent: (project, eventId) => readEvent(events, project.id, eventId, now()),
    issueEvents: (issue, project, page) => listIssueEvents(stores, issue, project, page, now()),
    issueUsers: (issue, options) => readIssueUsers(telemetry, issue, options, now()),
    searchValues: (project, asked) => readSearchValues(telemetry, project, asked, now()),
    savedViews: (project, userId) => records.savedViews.list(project.id, userId),
    savedView: (id) => records.savedViews.byId(id),
    issueEvent: (issue, eventId) => readIssueEvent(events, issue, eventId),
    eventPlace: (issue, project, asked) => readEventPlace(stores, issue, project, asked, now()),
    frameUploads: (project, event) => readFrameUploads(records.artifacts, project.id, event),
    releaseMaps: (project, release) =>
      readReleaseMaps({ ...events, artifacts: records.artifacts }, project.id, release, now()),
    lookUp: (projects, text) => lookUp({ records, telemetry }, projects, text),
    digest: (projects, digest, known) => readDigest({ records, telemetry }, projects, digest, known),
    issueDigests: (issue) => readIssueDigests(telemetry, issue),
    searchedProjects: (projects) => describeSearched(telemetry, projects),
    intake: (project, range) => readIntake(records, project?.id, range, now()),
  }
}

function historyQueries(
  records: Pick<RecordStore, 'people' | 'teams' | 'activity' | 'comments' | 'lifecycle'>,
): Pick<Queries, 'history' | 'historyLines' | 'comments' | 'latestRelease'> {
  return {
    history: (issue, page) => readHistory(records, issue, page),
    historyLines: (lines) => withPeople(records, lines),
    comments: (issues) => records.comments.counts(issues.map(({ id }) => id)),
    latestRelease: async (projectId) =>
      orderReleases(await records.lifecycle.releases(projectId)).at(-1)?.version,
  }
}

/** In sequence: each takes about a second on a thread that others need too. */
function inSequence<A extends readonly unknown[], R>(work: (...args: A) => Promise<R>) {
  let last: Promise<unknown> = Promise.resolve()
  return (...args: A): Promise<R> => {
    const turn = last.then(() => work(...args))
    last = turn.catch(() => undefined)
    return turn
  }
}
