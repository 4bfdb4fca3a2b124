import type { Scenario } from '@hindcast/contract/projects/samples.ts'
import type { Access } from '#accounts/access.ts'
import type { Accounts } from '#accounts/accounts.ts'
import type { Principals } from '#accounts/principal.ts'
import type { addDeploy, ReleaseChange } from '#product/releases/commands/releases.ts'
import type { AlertingCommands } from '#product/alerts/commands/alerting.ts'
import type { Merged } from '#product/issues/commands/merge-issues.ts'
import type { SavedViewCommands } from '#product/search/commands/saved-views.ts'
import type { RouteCommands } from '#product/routes/commands/routes.ts'
import type { CommentCommands } from '#product/issues/commands/comments.ts'
import type { IssueUpdate } from '#product/issues/commands/update-issues.ts'
import type { PeopleCommands } from '#product/people/commands/people.ts'
import type { SettingsChange } from '#product/projects/commands/update-project.ts'
import type { ArtifactFile } from '#domain/source-maps/artifact.ts'
import type { Actor } from '#domain/people/audit.ts'
import type { Issue, IssueState } from '#domain/issues/issue.ts'
import type { Log } from '#domain/log.ts'
import type { Organization, Project, ProjectKey, Quota } from '#domain/projects/project.ts'
import type { Deploy } from '#domain/releases/release.ts'
import type { Scope } from '#domain/people/scope.ts'
import type { AlertQueries } from '#product/alerts/query/alert-queries.ts'
import type { FeedbackQueries } from '#product/feedback/query/feedback.ts'
import type { OverviewQueries } from '#product/overview/query/overview.ts'
import type { PeopleQueries } from '#product/people/query/people.ts'
import type { Queries } from '#product/queries.ts'
import type { ReleaseHealthQueries } from '#product/releases/query/release-health.ts'
import type { NavigationQueries } from '#product/navigations/query/navigations.ts'
import type { RouteStatsQueries } from '#product/routes/query/route-stats.ts'
import type { ReleaseQueries } from '#product/releases/query/releases.ts'
import type { RouteQueries } from '#product/routes/query/routes.ts'
import type { TraceQueries } from '#product/traces/query/trace-queries.ts'
import type { Health } from './health.ts'
import type { ObserveAnswer } from '#api/http/observe.ts'
import type { LiveHub } from '#api/live/live-hub.ts'

/** The changes this interface offers. Each is called only after the caller was let through to what it changes. */
export interface ApiCommands {
  setupNeeded(): Promise<boolean>
  createFirstOwner(input: {
    readonly token: string
    readonly email: string
    readonly password: string
    readonly name: string
  }): Promise<{ readonly userId: string; readonly email: string }>
  createProject(
    actor: Actor,
    organization: Organization,
    input: { readonly name: string; readonly platform: string | undefined },
  ): Promise<{ readonly project: Project }>
  updateProject(
    actor: Actor,
    project: Project,
    change: { readonly name?: string; readonly platform?: string; readonly settings?: SettingsChange },
  ): Promise<Project>
  createKey(actor: Actor, project: Project, label: string): Promise<ProjectKey>
  updateKey(
    actor: Actor,
    project: Project,
    keyId: string,
    change: { readonly label?: string; readonly enabled?: boolean; readonly quotas?: readonly Quota[] },
  ): Promise<ProjectKey>
  /** All or none, beside what was changed since its revision; answers what was there. */
  updateIssues(updates: readonly IssueUpdate[], by: string | undefined): Promise<readonly IssueState[]>
  readonly comments: CommentCommands
  readonly savedViews: SavedViewCommands
  readonly routes: RouteCommands
  mergeIssues(into: Issue, from: readonly Issue[], personId: string | undefined): Promise<Merged>
  unmergeIssue(issue: Issue, fingerprints: readonly string[], personId: string | undefined): Promise<Merged>
  /** Answers the issue that has the event now. */
  unjoinEvent(issue: Issue, eventId: string): Promise<string>
  createToken(
    actor: Actor,
    organization: Organization,
    input: {
      readonly name: string
      readonly scopes: readonly Scope[]
      readonly expiresAt: number | undefined
    },
  ): Promise<{ readonly token: ApiTokenView; readonly secret: string }>
  revokeToken(actor: Actor, organization: Organization, tokenId: string): Promise<void>
  /** Answers whether it is new. */
  ensureRelease(
    actor: Actor,
    organization: Organization,
    version: string,
    change: ReleaseChange,
  ): Promise<boolean>
  updateRelease(
    actor: Actor,
    organization: Organization,
    version: string,
    change: ReleaseChange,
  ): Promise<void>
  deleteRelease(actor: Actor, organization: Organization, version: string): Promise<void>
  addDeploy(
    actor: Actor,
    organization: Organization,
    version: string,
    deploy: Parameters<typeof addDeploy>[4],
  ): Promise<Deploy>
  /** Answers what is stored now. */
  updatePreferences(userId: string, change: (before: string | undefined) => string): Promise<string>
}

export interface ApiTokenView {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly ownerId: string | undefined
  readonly createdAt: number
  readonly lastUsedAt: number | undefined
  readonly expiresAt: number | undefined
}

export interface UploadedChunk {
  /** SHA-1 of the chunk unpacked, as the sender says. */
  readonly checksum: string
  readonly isPacked: boolean
  readonly bytes: Uint8Array
}

export interface Assembly {
  readonly state: 'not_found' | 'assembling' | 'ok' | 'error'
  readonly missingChunks: readonly string[]
  readonly detail?: string
}

interface Build {
  readonly organizationId: string
  readonly projects: readonly Project[]
  readonly dist: string | undefined
}

/** Files of builds on their way in. */
export interface Uploads {
  takeChunks(organizationId: string, chunks: readonly UploadedChunk[]): Promise<void>
  assemble(
    bundle: Build & {
      readonly checksum: string
      readonly chunks: readonly string[]
      readonly release: string | undefined
    },
  ): Promise<Assembly>
  storeFile(
    file: Build & {
      readonly release: string
      readonly name: string
      readonly headers: ReadonlyMap<string, string>
      readonly bytes: Uint8Array
    },
  ): Promise<ArtifactFile>
}

/** Believable data for newcomers, sent through the ordinary way in. */
export interface Samples {
  scenarios(): readonly Scenario[]
  load(project: Project, scenario: string): Promise<{ readonly events: number }>
}

/** The project in which Hindcast keeps its own errors. */
export interface OwnProject {
  readonly id: string | undefined
  /** Its DSN; null if own errors are not stored. */
  reportTo(): string | null
  /** The same for the routes, web vitals and traces of the pages; null if they are not stored. */
  tracesTo(): string | null
}

export interface ApiDeps {
  readonly accounts: Accounts
  readonly principals: Principals
  readonly access: Access
  readonly queries: Queries
  readonly releases: ReleaseQueries
  readonly releaseHealth: ReleaseHealthQueries
  readonly routeStats: RouteStatsQueries
  readonly overview: OverviewQueries
  readonly navigations: NavigationQueries
  readonly routes: RouteQueries
  readonly traces: TraceQueries
  readonly feedback: FeedbackQueries
  readonly commands: ApiCommands
  readonly people: PeopleCommands
  readonly peopleQueries: PeopleQueries
  readonly alerting: AlertingCommands
  readonly alertQueries: AlertQueries
  readonly uploads: Uploads
  readonly hub: LiveHub
  /** Increases when permissions change. */
  readonly accessVersion: () => number
  readonly health: Health
  /** Without it nothing is counted. */
  readonly observe?: ObserveAnswer
  readonly samples: Samples
  readonly ownProject: OwnProject
  /** The folder of the built user interface. */
  readonly webDir: string | undefined
  /** Without a slash at the end; with port 0 it is only known once the server listens. */
  readonly publicUrl: () => string
  /** The peer of a request as the server knows it; `env` is what the HTTP server hands over with the request. */
  readonly clientAddress: (request: Request, env: unknown) => string | undefined
  /** In development and tests: an answer that does not fit its schema is a failure. */
  readonly checkAnswers: boolean
  /** How long a request may read; LIMITS.questions.deadlineMs unless given. */
  readonly deadlineMs?: number
  readonly now: () => number
  readonly log: Log
}
