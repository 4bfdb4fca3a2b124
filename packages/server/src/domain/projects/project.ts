import type { StoredKind } from '#domain/intake/stored-kind.ts'
import type { DataCategory } from '#domain/intake/category.ts'
import { LATEST_GROUPING, type GroupingVersion } from '#domain/issues/grouping.ts'

export interface Organization {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly createdAt: number
}

/** At most `limit` items of the category in any window of `windowSeconds`; `all` counts every category together. */
export interface Quota {
  readonly category: DataCategory | 'all'
  readonly limit: number
  readonly windowSeconds: number
}

/** Events that a project does not want. Each is counted by its own reason; nothing is filtered by default. */
export interface InboundFilters {
  readonly extensions: boolean
  readonly oldBrowsers: boolean
  readonly crawlers: boolean
  readonly localhost: boolean
  readonly healthChecks: boolean
  /** Patterns with `*` and `?` for the message, or for the type and the message: `TypeError: *`. */
  readonly messages: readonly string[]
  readonly releases: readonly string[]
}

/** How long, and how much, of one kind of data is kept; null: as long as the rest, and however much. */
export interface KindRetention {
  readonly kind: StoredKind
  readonly days: number | null
  readonly items: number | null
}

export interface ProjectSettings {
  /** Empty: every origin may send. Entries are origins or `*.example.com` patterns. */
  readonly allowedOrigins: readonly string[]
  readonly quotas: readonly Quota[]
  /** Off by default would leak passwords of every newcomer, so it is on (spec PL4). */
  readonly scrubDefaults: boolean
  /** Further key names whose values are replaced, beside the default list. */
  readonly scrubKeys: readonly string[]
  /** Never store client addresses, whatever the SDK asks for. */
  readonly storeClientAddress: boolean
  /** Of every kind of data that has no days of its own. */
  readonly retentionDays: number
  readonly retention: readonly KindRetention[]
  /** About how many spans of an hour are kept, whole traces and the most telling first; null: all of them. */
  readonly spansPerHour: number | null
  readonly filters: InboundFilters
  /** What the project says about grouping, as `domain/issues/rules/parse.ts` reads it; empty: nothing. */
  readonly groupingRules: string
  /** New projects use the latest version; one from before the choice keeps what its issues were grouped by. */
  readonly groupingVersion: GroupingVersion
  /**
   * If no source map was uploaded, fetch the one that the script references. Off by default, because outgoing
   * requests are unexpected.
   */
  readonly fetchSourceMaps: boolean
}

/** What decides how the events of a project are grouped. */
export type GroupingSettings = Pick<ProjectSettings, 'groupingRules' | 'groupingVersion'>

export const NO_FILTERS: InboundFilters = {
  extensions: false,
  oldBrowsers: false,
  crawlers: false,
  localhost: false,
  healthChecks: false,
  messages: [],
  releases: [],
}

export const DEFAULT_PROJECT_SETTINGS: ProjectSettings = {
  allowedOrigins: [],
  quotas: [],
  scrubDefaults: true,
  scrubKeys: [],
  storeClientAddress: true,
  retentionDays: 90,
  retention: [],
  spansPerHour: null,
  filters: NO_FILTERS,
  groupingRules: '',
  groupingVersion: LATEST_GROUPING,
  fetchSourceMaps: false,
}

export interface Project {
  /** Decimal digits, because old SDKs insist. */
  readonly id: string
  readonly organizationId: string
  readonly slug: string
  readonly name: string
  readonly platform: string | undefined
  readonly settings: ProjectSettings
  readonly createdAt: number
  /** Receive time of the first event, once one was stored. */
  readonly firstEventAt: number | undefined
}

export interface ProjectKey {
  readonly id: string
  readonly projectId: string
  /** 32 hex digits: the user name part of a DSN. */
  readonly publicKey: string
  readonly label: string
  readonly enabled: boolean
  readonly quotas: readonly Quota[]
  readonly createdAt: number
}
