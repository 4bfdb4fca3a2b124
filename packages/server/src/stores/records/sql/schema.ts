import type { Generated } from 'kysely'
import type { AlertSchema } from '#stores/records/tables/alerts/alert-tables.ts'

/**
 * Text ids, epoch-millisecond integers, 0 and 1 for booleans, JSON as text: what SQLite and Postgres agree on.
 * Every engine hands integers over as numbers.
 */
export interface Schema extends AlertSchema {
  migrations: { name: string; applied_at: number }
  facts: { name: string; value: string }
  leases: { name: string; holder: string; until: number }
  /** `key` is a hash. */
  attempt_counts: { name: string; key: string; tries: number; ends_at: number }
  quota_counts: {
    node: string
    window: string
    slot: number
    slot_ms: number
    count: number
    ends_at: number
    told_at: number
  }
  /** `share` is JSON. */
  thinning_shares: { project_id: string; hour: number; spool_id: string; share: string }
  settled_times: { spool_id: string; until: number; told_at: number }
  counters: { name: 'project' | 'issue' | 'issue_move' | 'activity' | 'happening'; value: number }
  organizations: { id: string; slug: string; name: string; created_at: number }
  members: { organization_id: string; user_id: string; role: string; created_at: number }
  /** Table of the account library; only the columns that identify a user. */
  auth_user: { id: string; name: string; email: string; twoFactorEnabled: number | null }
  auth_session: { id: string; userId: string }
  projects: ProjectTable
  project_keys: ProjectKeyTable
  issues: IssueTable
  issue_activity: IssueActivityTable
  issue_subscriptions: { issue_id: string; user_id: string; active: number; reason: string }
  event_revisions: { project_id: string; event_id: string; revision: string }
  issue_aliases: IssueAliasTable
  issue_moves: { id: number; move: string }
  fingerprints: FingerprintTable
  fingerprint_hours: FingerprintHourTable
  fingerprint_users: FingerprintUserTable
  saved_views: SavedViewTable
  api_tokens: ApiTokenTable
  invitations: InvitationTable
  teams: { id: string; organization_id: string; slug: string; name: string; created_at: number }
  team_members: { team_id: string; user_id: string }
  team_projects: { team_id: string; project_id: string }
  audit: AuditTable
  preferences: { user_id: string; json: string }
  intake_counts: IntakeTable
  spool_positions: { spool_id: string; position: number }
  event_claims: { project_id: string; event_id: string; spool_id: string; position: number }
  artifact_bundles: ArtifactBundleTable
  artifact_files: ArtifactFileTable
  artifact_orphans: { blob: string; removing_until: number | null }
  artifact_holds: { upload: string; blob: string; until: number }
  route_rules: { id: string; project_id: string; place: number; pattern: string; created_at: number }
  route_manifests: { project_id: string; release: string; manifest: string; uploaded_at: number }
  route_learned: { project_id: string; patterns: string }
  route_revisions: { project_id: string; revision: number; changed_at: number }
  map_openings: { blob: string; memory_mb: number; opened_at: number }
  map_fetches: { project_id: string; id: string; state: string; fetched_at: number }
  releases: ReleaseTable
  release_projects: {
    organization_id: string
    version: string
    project_id: string
    /** Of traffic; null where it was only announced. */
    first_event: Generated<number | null>
    last_event: Generated<number | null>
  }
  release_commits: ReleaseCommitTable
  deploys: DeployTable
}

export interface IssueActivityTable {
  /** A later line has the higher. */
  place: number
  issue_id: string
  at: number
  kind: string
  events: number
  other_issue: number | null
  person_id: string | null
  data: string | null
}

export interface InvitationTable {
  id: string
  organization_id: string
  role: string
  /** Null: anyone with the link. */
  email: string | null
  hash: string
  invited_by: string | null
  token_id: string | null
  created_at: number
  expires_at: number
}

export interface AuditTable {
  organization_id: string
  position: number
  at: number
  actor_kind: string
  actor_id: string | null
  actor_name: string
  action: string
  target_kind: string
  target_id: string | null
  target_name: string
  before: string | null
  after: string | null
}

/** Events of a fingerprint, by the number that stands for it. */
export interface FingerprintHourTable {
  key: number
  hour: number
  project_id: string
  events: number
}

export interface FingerprintUserTable {
  key: number
  user: number
  project_id: string
  /** The last one on which the user had an event. */
  day: number
}

export interface SavedViewTable {
  id: string
  project_id: string
  owner_id: string | null
  name: string
  list: string
  query: string
  sort: string
  columns: string
  shared: number
  created_at: number
}

export interface FingerprintTable {
  project_id: string
  version: number
  fingerprint: string
  issue_id: string
  event_count: Generated<number>
  /** Null where no event had it yet. */
  first_seen: number | null
  last_seen: number | null
  first_release: string | null
  last_release: string | null
  /** The issue that it was merged with, whose id is an alias then. */
  came_from: string | null
  /** What it is counted under. */
  key: Generated<number | null>
}

/** An issue that was merged into another: what its id and number stand for, and what it was. */
export interface IssueAliasTable {
  id: string
  project_id: string
  number: number
  issue_id: string
  status: string
  substatus: string
  status_changed_at: number
  status_details: string | null
  assignee_id: string | null
  assignee_team_id: string | null
  priority: string
  priority_chosen: number
  merged_at: number
  /** Of two that were merged at the same time the later one has the higher. */
  place: number
}

export interface ArtifactBundleTable {
  project_id: string
  checksum: string
  release: string | null
  dist: string | null
  /** Of all its files. */
  bytes: number
  uploaded_at: number
}

export interface ArtifactFileTable {
  project_id: string
  checksum: string
  /** Place in its bundle. */
  position: number
  kind: string
  url: string
  debug_id: string | null
  release: string | null
  dist: string | null
  source_map: string | null
  blob: string
  bytes: number
  uploaded_at: number
}

export interface ReleaseTable {
  organization_id: string
  version: string
  url: string | null
  ref: string | null
  status: string
  created_at: number
  started_at: number | null
  released_at: number | null
}

export interface ReleaseCommitTable {
  organization_id: string
  version: string
  position: number
  id: string
  repository: string
  author_name: string | null
  author_email: string | null
  message: string | null
  committed_at: number | null
  files: string
}

export interface DeployTable {
  id: string
  organization_id: string
  version: string
  environment: string
  name: string | null
  url: string | null
  started_at: number | null
  finished_at: number
}

export interface ProjectTable {
  id: string
  organization_id: string
  slug: string
  name: string
  platform: string | null
  settings: string
  created_at: number
  first_event_at: number | null
  last_issue_number: number
}

export interface ProjectKeyTable {
  id: string
  project_id: string
  public_key: string
  label: string
  enabled: number
  quotas: string
  created_at: number
}

export interface IssueTable {
  id: string
  project_id: string
  number: number
  status: string
  substatus: string
  status_changed_at: number
  /** What hangs on the status, as JSON; null where the status says everything. */
  status_details: string | null
  /** Of an issue that is ignored until then. */
  wake_at: number | null
  /** Of an issue that is resolved by a commit which no release has yet. */
  fix_commit: string | null
  priority: string
  priority_chosen: number
  /** The automatic priority. */
  priority_auto: string
  level: string
  title: string
  culprit: string
  type: string
  value: string
  platform: string
  first_seen: number
  last_seen: number
  event_count: number
  user_count: number
  first_release: string | null
  last_release: string | null
  assignee_id: string | null
  assignee_team_id: string | null
  /** A kind that a later version may not know. */
  recognised: string | null
  /** Title, culprit and value in lower case, because LIKE folds case differently from engine to engine. */
  search_text: string
}

export interface ApiTokenTable {
  id: string
  organization_id: string
  name: string
  hash: string
  scopes: string
  owner_id: string | null
  created_at: number
  last_used_at: number | null
  expires_at: number | null
}

export interface IntakeTable {
  /** Empty for senders that could not be matched to a project: a key column cannot be null. */
  project_id: string
  hour: number
  category: string
  outcome: string
  reason: string
  quantity: number
}
