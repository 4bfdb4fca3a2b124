import type { Project } from '#domain/projects/project.ts'
import type { FoundEvents } from '#product/search/query/search-events.ts'
import { iso } from '#api/http/iso.ts'

export interface FoundEvent {
  readonly event: FoundEvents['events'][number]
  readonly project: Project
}

export interface NamedEvent extends FoundEvent {
  /** Undefined where the issue is gone. */
  readonly shortId: string | undefined
}

type Text = string | undefined

/** By the names that Sentry has for them; whatever is not here is the key of a tag. */
const COLUMNS: Readonly<Record<string, (row: NamedEvent) => Text>> = {
  id: ({ event }) => event.eventId,
  issue: ({ shortId }) => shortId,
  'issue.id': ({ event }) => event.issueId,
  title: ({ event }) => event.title,
  message: ({ event }) => (event.kind === 'default' ? event.title : event.value),
  culprit: ({ event }) => event.culprit,
  level: ({ event }) => event.level,
  timestamp: ({ event }) => iso(event.occurredAt),
  project: ({ project }) => project.slug,
  'project.name': ({ project }) => project.slug,
  'project.id': ({ project }) => project.id,
  'event.type': ({ event }) => (event.kind === 'security' ? 'csp' : event.kind),
  'error.type': ({ event }) => event.type,
  'error.value': ({ event }) => event.value,
  'error.handled': ({ event }) => (event.handled === undefined ? undefined : event.handled ? '1' : '0'),
  transaction: ({ event }) => event.transaction,
  release: ({ event }) => event.release,
  dist: ({ event }) => event.dist,
  environment: ({ event }) => event.environment,
  platform: ({ event }) => event.platform,
  'platform.name': ({ event }) => event.platform,
  'sdk.name': ({ event }) => event.sdk,
  browser: ({ event }) => event.browser,
  os: ({ event }) => event.os,
  device: ({ event }) => event.device,
  url: ({ event }) => event.url,
  trace: ({ event }) => event.traceId,
  user: ({ event }) => event.user,
  'user.display': ({ event }) => event.user,
  'user.id': ({ event }) => (event.user?.includes('@') === true ? undefined : event.user),
  'user.email': ({ event }) => (event.user?.includes('@') === true ? event.user : undefined),
}

export function valueOf(row: NamedEvent, field: string): string | null {
  if (Object.hasOwn(COLUMNS, field)) return COLUMNS[field]!(row) ?? null
  const key = /^tags\[(.+)\]$/.exec(field)?.[1] ?? field
  return row.event.tags.find(([name]) => name === key)?.[1] ?? null
}

export function typeOf(field: string): string {
  if (/^count(?:_unique)?\(/.test(field)) return 'integer'
  return field === 'timestamp' || field === 'last_seen()' ? 'date' : 'string'
}

/** What is kept of an event that is only counted: whole events would be as large as whoever sends them likes. */
export interface CountedEvent {
  readonly eventId: string
  readonly occurredAt: number
  /** By field; an issue by its ID. */
  readonly values: ReadonlyMap<string, string | null>
}

export function pick({ event, project }: FoundEvent, fields: readonly string[]): CountedEvent {
  const row = { event, project, shortId: event.issueId }
  const values = new Map(fields.map((field) => [field, valueOf(row, field)]))
  return { eventId: event.eventId, occurredAt: event.occurredAt, values }
}
