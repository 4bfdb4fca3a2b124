import { ownPath } from '#lib/routing/own-path.ts'
import type { Platform } from './projects/platform.ts'

/** What an address may say about a screen. An old or mistyped link shows the usual view instead of failing. */
type Raw = Readonly<Record<string, unknown>>

const SORTS = ['last_seen', 'first_seen', 'events', 'users'] as const
const PERIODS = ['24h', '14d'] as const
const SPANS = ['24h', '7d', '30d'] as const
const OUTCOMES = ['accepted', 'kept_raw', 'cut', 'scrubbed', 'dropped', 'refused'] as const
// Without the names, which only two screens show.
const SNIPPETS: readonly Platform[] = [
  'browser',
  'react',
  'next',
  'node',
  'python',
  'go',
  'java',
  'ruby',
  'php',
  'rust',
]

export interface StreamSearch {
  /** The text query; absent means the usual one. */
  readonly q?: string
  readonly sort?: (typeof SORTS)[number]
  readonly period?: (typeof PERIODS)[number]
  /** The issue whose peek is open. */
  readonly peek?: string
  /** How many events a search for words looks through; absent means the usual. */
  readonly reach?: string
}

export const USUAL_QUERY = 'is:unresolved'

export function readStreamSearch(raw: Raw): StreamSearch {
  return {
    ...optional('q', text(raw['q'])),
    ...optional('sort', oneOf(SORTS, raw['sort'])),
    ...optional('period', oneOf(PERIODS, raw['period'])),
    ...optional('reach', /^\d{1,8}$/.test(text(raw['reach']) ?? '') ? text(raw['reach']) : undefined),
    ...optional('peek', /^\d{1,19}$/.test(text(raw['peek']) ?? '') ? text(raw['peek']) : undefined),
  }
}

export const USUAL_SORT = 'last_seen'
export const USUAL_PERIOD = '24h'

/** What the address says, with everything it leaves out filled in. */
export function streamView({
  q = USUAL_QUERY,
  sort = USUAL_SORT,
  period = USUAL_PERIOD,
  reach,
}: StreamSearch) {
  return { query: q, sort, period, ...optional('reach', reach) }
}

export interface EventsSearch {
  readonly q?: string
  /** Names between commas; absent means the usual ones. */
  readonly columns?: string
}

export function readEventsSearch(raw: Raw): EventsSearch {
  return { ...optional('q', text(raw['q'])), ...optional('columns', text(raw['columns'])) }
}

export interface IssueSearch {
  /** Which events of the issue are stepped through; absent means all of them. */
  readonly q?: string
}

export function readIssueSearch(raw: Raw): IssueSearch {
  return optional('q', text(raw['q']) || undefined)
}

export interface UsersSearch {
  readonly sort?: 'last_seen'
}

export function readUsersSearch(raw: Raw): UsersSearch {
  return optional('sort', oneOf(['last_seen'] as const, raw['sort']))
}

export interface IntakeSearch {
  readonly last?: (typeof SPANS)[number]
  /** Only what had this end. */
  readonly outcome?: (typeof OUTCOMES)[number]
}

export function readIntakeSearch(raw: Raw): IntakeSearch {
  return {
    ...optional('last', oneOf(SPANS, raw['last'])),
    ...optional('outcome', oneOf(OUTCOMES, raw['outcome'])),
  }
}

export interface RoutesSearch {
  readonly last?: (typeof SPANS)[number]
}

export function readRoutesSearch(raw: Raw): RoutesSearch {
  return optional('last', oneOf(SPANS, raw['last']))
}

/** Visits that came from one release or environment only, where they are named. */
export interface VisitsSearch extends RoutesSearch {
  readonly release?: string
  readonly environment?: string
}

export function readVisitsSearch(raw: Raw): VisitsSearch {
  return {
    ...readRoutesSearch(raw),
    ...optional('release', text(raw['release'])),
    ...optional('environment', text(raw['environment'])),
  }
}

export interface RouteSearch extends VisitsSearch {
  /** The pattern, or the path of visits whose pattern nobody knows. */
  readonly route?: string
}

export function readRouteSearch(raw: Raw): RouteSearch {
  return { ...readVisitsSearch(raw), ...optional('route', text(raw['route'])) }
}

export interface NavigationsSearch extends RoutesSearch {
  /** The pair of routes that is open; without `from` the one whose start nobody knows. */
  readonly from?: string
  readonly to?: string
}

export function readNavigationsSearch(raw: Raw): NavigationsSearch {
  return {
    ...optional('last', oneOf(SPANS, raw['last'])),
    ...optional('from', text(raw['from'])),
    ...optional('to', text(raw['to'])),
  }
}

export interface ConnectSearch {
  /** The snippet on show; absent means the platform of the project. */
  readonly for?: Platform
  /** Whether the DSN stands in the code or in the environment. */
  readonly dsn?: 'env'
  /** Whether events go straight to Hindcast or through the app's own origin. */
  readonly via?: 'tunnel'
}

export function readConnectSearch(raw: Raw): ConnectSearch {
  return {
    ...optional('for', oneOf(SNIPPETS, raw['for'])),
    ...optional('dsn', oneOf(['env'] as const, raw['dsn'])),
    ...optional('via', oneOf(['tunnel'] as const, raw['via'])),
  }
}

export interface ReleaseSearch {
  /** The release it is compared with; absent means the one before it. */
  readonly against?: string
}

export function readReleaseSearch(raw: Raw): ReleaseSearch {
  return optional('against', text(raw['against']))
}

/** How a trace is shown. The screen itself decides what it can make of it, which keeps that out of the entry. */
export interface TraceSearch {
  readonly span?: string
  /** The span that is shown as if it were the whole. */
  readonly root?: string
  /** The window on show, in milliseconds since the start of the trace. */
  readonly from?: string
  readonly to?: string
  readonly q?: string
  readonly op?: string
  readonly errors?: string
  /** Percent of the time on show. */
  readonly longer?: string
  readonly path?: string
  readonly idle?: string
  readonly view?: string
}

export function readTraceSearch(raw: Raw): TraceSearch {
  return {
    ...optional('span', text(raw['span'])),
    ...optional('root', text(raw['root'])),
    ...optional('from', text(raw['from'])),
    ...optional('to', text(raw['to'])),
    ...optional('q', text(raw['q'])),
    ...optional('op', text(raw['op'])),
    ...optional('errors', text(raw['errors'])),
    ...optional('longer', text(raw['longer'])),
    ...optional('path', text(raw['path'])),
    ...optional('idle', text(raw['idle'])),
    ...optional('view', text(raw['view'])),
  }
}

export interface TracesSearch {
  readonly sort?: string
  readonly period?: string
}

export function readTracesSearch(raw: Raw): TracesSearch {
  return { ...optional('sort', text(raw['sort'])), ...optional('period', text(raw['period'])) }
}

export interface LookupSearch {
  readonly text?: string
}

export function readLookupSearch(raw: Raw): LookupSearch {
  return optional('text', text(raw['text']))
}

/** What is known of the occurrence that somebody looks for. */
export interface DigestSearch {
  /** RFC 3339. */
  readonly at?: string
  readonly route?: string
  readonly user?: string
}

export function readDigestSearch(raw: Raw): DigestSearch {
  return {
    ...optional('at', text(raw['at'])),
    ...optional('route', text(raw['route'])),
    ...optional('user', text(raw['user'])),
  }
}

export function readAuditSearch(raw: Raw): AuditSearch {
  return {
    ...optional('who', text(raw['who'])),
    ...optional('what', text(raw['what'])),
    ...optional('done', text(raw['done'])),
  }
}

/** `mute`: who comes from a message wants to stop it for a while. */
export function readAlertSearch(raw: Raw): { readonly mute?: true } {
  return optional('mute', raw['mute'] ? true : undefined)
}

export interface SignInSearch {
  /** Where to go afterwards: a path of ours, never another site. */
  readonly next?: string
}

export function readSignInSearch(raw: Raw): SignInSearch {
  const next = ownPath(raw['next'])
  return optional('next', next === '/' ? undefined : next)
}

/** The router reads `?q=12` as a number; a query is what was typed. */
function text(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? value : undefined
}

function oneOf<T extends string>(known: readonly T[], value: unknown): T | undefined {
  return known.find((candidate) => candidate === value)
}

function optional<Key extends string, T>(key: Key, value: T | undefined): { readonly [K in Key]?: T } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: T }
}

export interface AuditSearch {
  /** Id of the person or token that did it. */
  readonly who?: string
  /** What it was done to. */
  readonly what?: string
  /** What was done. */
  readonly done?: string
}
