import type { InferOutput } from 'valibot'
import type * as wire from '@hindcast/contract/sentry/events.ts'
import type { EventReport } from '#product/events/query/events.ts'
import { iso } from '#api/http/iso.ts'
import { sentryEntries } from './to-sentry-entry.ts'
import { sentryRelease } from './to-sentry-issue.ts'

type Summary = Omit<EventReport['stored'], 'document'>

export function sentryEvent(event: Summary): InferOutput<typeof wire.SentryEvent> {
  return {
    id: event.eventId,
    eventID: event.eventId,
    groupID: event.issueId,
    projectID: event.projectId,
    'event.type': typeOf(event),
    title: event.title,
    message: event.kind === 'default' ? event.title : '',
    location: event.url ?? null,
    culprit: event.culprit,
    user:
      event.user === undefined
        ? null
        : { id: event.user, email: null, username: null, name: null, ip_address: null, data: null },
    tags: sentryTags(event),
    platform: event.platform,
    dateCreated: iso(event.occurredAt),
    crashFile: null,
    metadata: { type: event.type, value: event.value, title: event.title },
  }
}

export function sentryEventDetail(report: EventReport): InferOutput<typeof wire.SentryEventDetail> {
  const { stored, event } = report
  const { document } = stored
  return {
    ...sentryEvent(stored),
    type: typeOf(stored),
    message: event.message?.formatted ?? '',
    user: userOf(report),
    dateReceived: iso(stored.receivedAt),
    size: Buffer.byteLength(JSON.stringify(document.payload)),
    dist: stored.dist ?? null,
    release: sentryRelease(stored.release),
    entries: sentryEntries(event, report.stacks),
    contexts: { ...report.contexts },
    context: event.extra,
    packages: { ...event.modules },
    sdk: event.sdk === undefined ? null : { name: event.sdk.name, version: event.sdk.version ?? null },
    errors: [],
    fingerprints: [document.grouping.fingerprint],
    groupingConfig: { id: `hindcast:v${document.grouping.version}` },
    occurrence: null,
    userReport: null,
    resolvedWith: [],
    sdkUpdates: [],
    nextEventID: report.nextEventId ?? null,
    previousEventID: report.previousEventId ?? null,
    _meta: {},
  }
}

function typeOf({ kind }: Summary): 'error' | 'default' | 'csp' {
  return kind === 'security' ? 'csp' : kind
}

function userOf({ event: { user } }: EventReport) {
  if (user === undefined) return null
  return {
    id: user.id ?? null,
    email: user.email ?? null,
    username: user.username ?? null,
    name: user.name ?? null,
    ip_address: user.ipAddress ?? null,
    data: user.data,
  }
}

/** Sentry shows what we keep in columns as tags; a tag the SDK sent under the same name wins. */
function sentryTags(event: Summary): Array<{ key: string; value: string }> {
  const columns: ReadonlyArray<readonly [string, string | undefined]> = [
    ['level', event.level],
    ['environment', event.environment],
    ['release', event.release],
    ['dist', event.dist],
    ['transaction', event.transaction],
    ['browser', event.browser],
    ['os', event.os],
    ['device', event.device],
    ['url', event.url],
    ['handled', event.handled === undefined ? undefined : event.handled ? 'yes' : 'no'],
  ]
  const tags = new Map<string, string>()
  for (const [key, value] of columns) if (value !== undefined) tags.set(key, value)
  for (const [key, value] of event.tags) tags.set(key, value)
  return [...tags].map(([key, value]) => ({ key, value }))
}
