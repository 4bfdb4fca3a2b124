import type { ClaimEvents } from './event-claims.ts'
import type { ArtifactBundle, ArtifactFile } from '#domain/source-maps/artifact.ts'
import type { EarlierGroup, Grouping } from '#domain/issues/grouping.ts'
import type { IntakeCount } from '#domain/intake/intake.ts'
import type { Issue, IssueState } from '#domain/issues/issue.ts'
import type { IssueStatus } from '#domain/issues/issue-status.ts'
import type { Level } from '#domain/events/level.ts'
import type { Person } from '#domain/people/person.ts'
import type { MapFetch } from '#domain/source-maps/map-fetch.ts'
import type { Organization, Project, ProjectKey, ProjectSettings, Quota } from '#domain/projects/project.ts'
import type { RecognisedKind } from '#domain/events/known-error.ts'
import type { Role } from '#domain/people/roles.ts'
import type { Commit, Deploy, Release } from '#domain/releases/release.ts'
import type { TimeRange } from '#domain/time-range.ts'
import type { AttemptRecords } from './attempts.ts'
import type { AuditRecords } from './audit.ts'
import type { InvitationRecords } from './invitations.ts'
import type { MemberRecords } from './members.ts'
import type { IssueCondition } from './issue-condition.ts'
import type { IssueRollups } from './issue-rollups.ts'
import type { IssueChange } from './issue-change.ts'
import type { IssueLifecycleRecords } from './issue-lifecycle.ts'
import type { ActivityRecords, IssueCommentRecords } from './issue-comments.ts'
import type { AlertRecords, ChannelRecords, DeliveryRecords, TriggerRecords, ShareRecords } from './alerts.ts'
import type { MergeRecords } from './merging.ts'
import type { NodeRecords } from './nodes.ts'
import type { ReleaseHealthRecords } from './release-health.ts'
import type { TeamRecords } from './teams.ts'
import type { TokenRecords } from './tokens.ts'
import type { RouteRecords } from './routes.ts'
import type { SavedViewRecords } from './saved-views.ts'
import type { EventRevision } from '#stores/telemetry/telemetry.ts'

/** What the digest adds to the records for one event. */
export interface DigestedEvent {
  /** The position of the record that the event came in. */
  readonly seq: number
  readonly projectId: string
  readonly fingerprint: string
  readonly groupingVersion: number
  /** The fingerprint of version 1 that a mapped event would have had without its maps. */
  readonly unmappedFingerprint?: string | undefined
  /** The group of version 1 of an event that a later version groups: an issue of it is joined. */
  readonly earlier?: EarlierGroup | undefined
  readonly receivedAt: number
  readonly occurredAt: number
  readonly level: Level
  readonly title: string
  readonly culprit: string
  readonly type: string
  readonly value: string
  readonly platform: string
  readonly release: string | undefined
  readonly recognised: RecognisedKind | undefined
  /** What a browser got of a server's error: it is counted with that, and never gives the issue its title. */
  readonly isBrowserSide?: boolean | undefined
  /** The same before the server's error is there: no news until it has been waited for. */
  readonly awaitsServerSide?: boolean | undefined
  /** Identifies the user. */
  readonly user?: string | undefined
  readonly handled?: boolean | undefined
}

export interface DigestBatch {
  readonly spoolId: string
  readonly from: number
  readonly to: number
  readonly events: readonly DigestedEvent[]
  /** Each with the position of its record, so a replayed batch is not counted twice. */
  readonly counts: ReadonlyArray<IntakeCount & { readonly position: number }>
}

export interface DigestResult {
  /** `projectId/fingerprint` to issue id, for every event of the batch, whether or not it was applied now. */
  readonly issueIds: ReadonlyMap<string, string>
  /** Issues this batch created or brought back. */
  readonly created: readonly string[]
  readonly regressed: readonly string[]
  /** Issues that were ignored until this batch. */
  readonly woke: readonly string[]
}

/** The digest's side of the records. */
export interface DigestRecords {
  /** Undefined where one process digests. */
  readonly claim?: ClaimEvents | undefined
  watermark(spoolId: string): Promise<number>
  /** One transaction: issues, counters, intake counts and the position. What lies below the stored position is skipped. */
  apply(batch: DigestBatch): Promise<DigestResult>
}

/** An event whose maps came late, as it is with them. */
export interface LateEvent extends DigestedEvent {
  /** Where it is now. */
  readonly issueId: string
  /** What led it there. */
  readonly before: Pick<Grouping, 'version' | 'fingerprint'>
  /** The resulting moves for the telemetry. */
  readonly revision: Omit<EventRevision, 'issueId'>
}

export interface RegroupResult {
  readonly revisions: readonly EventRevision[]
  /** Issues that events came to or went from. */
  readonly issueIds: readonly string[]
}

export type RenamedEvent = Pick<LateEvent, 'issueId' | 'receivedAt' | 'title' | 'culprit' | 'value'>

/** Moves events to the issue that they would have had if their maps had been there. */
export interface RegroupRecords {
  /**
   * One transaction: counts, history entries and moves for the telemetry. Statuses stay: earlier events are no
   * regression, and an issue created here is not reported as new.
   */
  regroup(events: readonly LateEvent[], now: number): Promise<RegroupResult>
  /** Updates issue titles from their latest event after source maps changed it. Returns the changed issues. */
  rename(events: readonly RenamedEvent[]): Promise<readonly string[]>
  /**
   * Reports issues as new that were held back until their events had waited for a server's; each once. Those first seen
   * before `since` are left alone: they were reported, and nobody remembers it any more.
   */
  announce(issueIds: readonly string[], since: number): Promise<void>
  /** Moves that the telemetry did not apply before the process ended. */
  waiting(limit: number): Promise<readonly EventRevision[]>
  told(revisions: readonly EventRevision[]): Promise<void>
}

export interface OrganizationRecords {
  create(input: { readonly slug: string; readonly name: string; readonly now: number }): Promise<Organization>
  list(): Promise<readonly Organization[]>
  bySlug(slug: string): Promise<Organization | undefined>
  addMember(organizationId: string, userId: string, role: Role, now: number): Promise<void>
  /** Makes the user the owner if there are no members yet; of two concurrent calls one returns false. */
  addFirstOwner(organizationId: string, userId: string, now: number): Promise<boolean>
  /** The organizations a user belongs to. */
  ofUser(userId: string): Promise<readonly Organization[]>
  hasAnyMember(): Promise<boolean>
}

export interface ProjectRecords {
  /** Picks the next decimal id and a free slug derived from the name; creates the first key too. */
  create(input: {
    readonly organizationId: string
    readonly name: string
    readonly platform: string | undefined
    readonly now: number
  }): Promise<{ readonly project: Project; readonly key: ProjectKey }>
  /** As `create`, unless the fact names a project that is there; of several at the same time one creates it. */
  createOnce(fact: string, input: Parameters<ProjectRecords['create']>[0]): Promise<Project>
  list(organizationId: string): Promise<readonly Project[]>
  all(): Promise<readonly Project[]>
  byId(id: string): Promise<Project | undefined>
  bySlug(organizationId: string, slug: string): Promise<Project | undefined>
  updateSettings(id: string, settings: ProjectSettings): Promise<void>
  rename(id: string, name: string): Promise<void>
  setPlatform(id: string, platform: string): Promise<void>
}

export interface KeyRecords {
  create(input: {
    readonly projectId: string
    readonly label: string
    readonly now: number
  }): Promise<ProjectKey>
  list(projectId: string): Promise<readonly ProjectKey[]>
  all(): Promise<readonly ProjectKey[]>
  update(
    id: string,
    change: { readonly enabled?: boolean; readonly label?: string; readonly quotas?: readonly Quota[] },
  ): Promise<void>
}

/** Everything given must hold. A list without entries matches nothing. */
export interface IssueFilter {
  readonly projectIds: readonly string[]
  readonly statuses?: readonly IssueStatus[]
  readonly levels?: readonly Level[]
  /** All must match; null means unassigned. */
  readonly assignees?: ReadonlyArray<{
    readonly op: 'is' | 'is_not'
    readonly values: ReadonlyArray<string | null>
  }>
  /** Every word must occur in the title, the culprit or the value, in any case. */
  readonly words?: readonly string[]
  /** At most LIMITS.search.issues. */
  readonly ids?: readonly string[]
  readonly exceptIds?: readonly string[]
  readonly where?: IssueCondition
}

export type IssueSort = 'last_seen' | 'first_seen' | 'events' | 'users'

export interface IssueRecords {
  /** The id, like a number, may be that of an issue which was merged into the one that is answered. */
  byId(id: string): Promise<Issue | undefined>
  /** Those that exist, in any order. */
  byIds(ids: readonly string[]): Promise<readonly Issue[]>
  byNumber(projectId: string, number: number): Promise<Issue | undefined>
  /** Pages by an opaque cursor; the order is total, so rows neither repeat nor vanish while counts stand still. */
  page(
    filter: IssueFilter,
    options: { readonly sort: IssueSort; readonly cursor?: string; readonly limit: number },
  ): Promise<{ readonly issues: readonly Issue[]; readonly next: string | undefined }>
  count(filter: IssueFilter): Promise<number>
  /** The ids of the first matching issues, in the order of `page`. */
  ids(
    filter: IssueFilter,
    options: { readonly sort: IssueSort; readonly limit: number },
  ): Promise<readonly string[]>
  /** How the matching issues spread over statuses, levels and people, all from one look at them; a row for each combination. */
  spread(filter: IssueFilter): Promise<readonly IssueSpread[]>
  /** How many of the matching issues have each value, most first; null: no person, or no team. */
  tally(
    filter: IssueFilter,
    by: 'level' | 'status' | 'assignee' | 'team',
    limit: number,
  ): Promise<ReadonlyArray<{ readonly value: string | null; readonly issues: number }>>
  /**
   * All of them in one transaction, or none (`not_found`), with a line in each history; answers what was there, in the
   * order of the changes. `by`: who decided, undefined for a token. What is no longer as its `revision` says, or no longer
   * there, is left alone and left out of the answer.
   */
  change(changes: readonly IssueChange[], now: number, by?: string): Promise<readonly IssueState[]>
  /** Issues whose last event has expired are removed. */
  expire(projectId: string, before: number): Promise<number>
}

export interface IssueSpread {
  readonly status: string
  readonly level: string
  /** Null: nobody. */
  readonly assignee: string | null
  readonly issues: number
}

/** Users by ID. Their role in an organization is in `members`. */
export interface PeopleRecords {
  /** Those that exist, in any order. */
  byIds(ids: readonly string[]): Promise<readonly Person[]>
  /** Members of any of these organizations, each once, by name. */
  members(organizationIds: readonly string[]): Promise<readonly Person[]>
}

export interface IntakeRecords {
  add(counts: readonly IntakeCount[]): Promise<void>
  /** Cells of the project, or of senders that could not be matched when `projectId` is undefined. */
  list(projectId: string | undefined, range: TimeRange): Promise<readonly IntakeCount[]>
  expire(before: number): Promise<void>
}

/** Small facts about the installation: the instance id, the first-run token's hash. */
export interface FactRecords {
  get(name: string): Promise<string | undefined>
  set(name: string, value: string): Promise<void>
  /** Sets it only if it is not there yet; answers what is there now. */
  setOnce(name: string, value: string): Promise<string>
  delete(name: string): Promise<void>
}

/** How each user likes things shown, as JSON that only its readers understand. Goes with the user. */
export interface PreferenceRecords {
  get(userId: string): Promise<string | undefined>
  /** `change` makes the new text from what is there; of two at the same time the second sees the first's. */
  update(userId: string, change: (before: string | undefined) => string): Promise<string>
}

/** Which files of which builds there are; their bytes are blobs. */
export interface ArtifactRecords {
  /** One transaction. A bundle that is there already for these projects changes nothing and answers false. */
  addBundle(bundle: ArtifactBundle, files: readonly ArtifactFile[]): Promise<boolean>
  hasBundle(checksum: string, projectIds: readonly string[]): Promise<boolean>
  /** Every file with one of these ids, newest upload first. Must not scan. */
  byDebugIds(projectId: string, debugIds: readonly string[]): Promise<readonly ArtifactFile[]>
  /** Files of a release under one of these urls, newest upload first; `dist` undefined: uploaded without one. */
  byUrls(
    projectId: string,
    release: string,
    dist: string | undefined,
    urls: readonly string[],
  ): Promise<readonly ArtifactFile[]>
  /** Files of a release, for the doctor and for near misses. */
  ofRelease(projectId: string, release: string, limit: number): Promise<readonly ArtifactFile[]>
  /** What was uploaded at or after the moment, oldest first. */
  bundlesSince(
    projectId: string,
    since: number,
  ): Promise<
    ReadonlyArray<{
      readonly checksum: string
      readonly release: string | undefined
      readonly uploadedAt: number
    }>
  >
  /** The ids of the files of a bundle, each once. */
  debugIdsOf(projectId: string, checksum: string): Promise<readonly string[]>
  /** When anything was last uploaded for the project: what was not found before then may be found now. */
  lastUpload(projectId: string): Promise<number | undefined>
  /** Bytes of all files of these projects. */
  usedBytes(projectIds: readonly string[]): Promise<number>
  /** Removes bundles that were uploaded before; answers how many. Blobs that no file refers to any more become orphans. */
  expire(projectId: string, before: number): Promise<number>
  /**
   * Before a blob is stored for an upload: it is not removed before the upload is released, or the moment has passed.
   * Answers false while it is being removed: ask again.
   */
  hold(upload: string, blob: string, until: number): Promise<boolean>
  /** The upload has ended. What was stored for it and no file refers to becomes orphans. */
  release(upload: string): Promise<void>
  /** Releases uploads whose process ended in the middle of them. */
  releaseBefore(moment: number): Promise<void>
  /**
   * A blob that no file refers to and no upload holds, to be removed and forgotten by the caller. After so long without
   * that it is given to the next caller.
   */
  takeOrphan(forMs: number): Promise<string | undefined>
  forgetOrphan(blob: string): Promise<void>
}

/** Attempts to fetch the map of a script, by `fetchedMapId`. */
export interface MapFetchRecords {
  find(projectId: string, id: string): Promise<MapFetch | undefined>
  /** Replaces the attempt before; of each project the latest `keep` are kept. */
  remember(projectId: string, id: string, fetch: MapFetch, keep: number): Promise<void>
}

/** Maps that are being opened, by blob: what stays is what a process or thread ended with. */
export interface MapOpeningRecords {
  find(blob: string): Promise<MapOpening | undefined>
  begin(blob: string, opening: MapOpening): Promise<void>
  end(blob: string): Promise<void>
}

export interface MapOpening {
  /** What the heap could grow to. */
  readonly memoryMb: number
  readonly at: number
}

export interface ReleaseRecords {
  /** Creates it or adds projects and fields to it; answers what is there now and whether it is new. */
  ensure(
    input: Pick<Release, 'organizationId' | 'version' | 'projectIds'> &
      Partial<Pick<Release, 'url' | 'ref' | 'status' | 'startedAt' | 'releasedAt'>> & {
        readonly now: number
      },
  ): Promise<{ readonly release: Release; readonly created: boolean }>
  byVersion(organizationId: string, version: string): Promise<Release | undefined>
  list(
    organizationId: string,
    options: {
      readonly projectId?: string
      /** Only versions that have it in them, whatever the case of ASCII letters. */
      readonly query?: string
      readonly cursor?: string
      readonly limit: number
    },
  ): Promise<{ readonly releases: readonly Release[]; readonly next: string | undefined }>
  /** Replaces what was there; `not_found` without the release. The order stays. */
  setCommits(organizationId: string, version: string, commits: readonly Commit[]): Promise<void>
  commits(organizationId: string, version: string): Promise<readonly Commit[]>
  addDeploy(organizationId: string, version: string, deploy: Omit<Deploy, 'id'>): Promise<Deploy>
  /** Latest first. */
  deploys(organizationId: string, version: string): Promise<readonly Deploy[]>
  /**
   * The latest release created before this one, for one of its projects, of which commits with their time are known:
   * those come from a repository, and a tool looks for them there. Of a ref only a name is known.
   */
  previousWithCommits(organizationId: string, version: string): Promise<Release | undefined>
  delete(organizationId: string, version: string): Promise<boolean>
}

export interface RecordStore extends NodeRecords {
  readonly organizations: OrganizationRecords
  readonly projects: ProjectRecords
  readonly keys: KeyRecords
  readonly issues: IssueRecords
  readonly people: PeopleRecords
  readonly members: MemberRecords
  readonly invitations: InvitationRecords
  readonly teams: TeamRecords
  readonly audit: AuditRecords
  readonly tokens: TokenRecords
  readonly intake: IntakeRecords
  readonly facts: FactRecords
  readonly preferences: PreferenceRecords
  readonly artifacts: ArtifactRecords
  readonly mapFetches: MapFetchRecords
  readonly mapOpenings: MapOpeningRecords
  readonly releases: ReleaseRecords
  readonly releaseHealth: ReleaseHealthRecords
  readonly digest: DigestRecords
  readonly regrouping: RegroupRecords
  readonly merging: MergeRecords
  readonly activity: ActivityRecords
  readonly rollups: IssueRollups
  readonly routes: RouteRecords
  readonly savedViews: SavedViewRecords
  readonly lifecycle: IssueLifecycleRecords
  readonly comments: IssueCommentRecords
  readonly happenings: TriggerRecords
  readonly alerts: AlertRecords
  readonly channels: ChannelRecords
  readonly deliveries: DeliveryRecords
  readonly shares: ShareRecords
  readonly attempts: AttemptRecords
  /** For the account library, which brings its own tables' queries. */
  readonly accounts: AccountDatabase
  /**
   * Rises with every change, made through this store, to sessions, tokens, members, organizations or projects; and with
   * those of other nodes, soon after they were made.
   */
  accessVersion(): number
  /** Throws where the records can’t be used; else says what they are kept in. */
  check(): Promise<string>
  close(): Promise<void>
}

/** A Kysely instance and its dialect; only the accounts adapter looks inside. */
export interface AccountDatabase {
  readonly db: unknown
  readonly type: 'sqlite' | 'postgres'
}
