import type * as wire from '@hindcast/contract/events/events.ts'
import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { Breadcrumb, ErrorEvent, ExceptionValue, Mechanism, Thread } from '#domain/events/error-event.ts'
import type { MappedFrame } from '#domain/source-maps/mapped-frame.ts'
import type { EventReport } from '#product/events/query/events.ts'
import { iso, isoOrNull } from '#api/http/iso.ts'
import { toApiFrame } from './to-api-frame.ts'

type Summary = Omit<EventReport['stored'], 'document'>

export function toApiEventSummary(event: Summary): wire.EventSummary {
  return {
    eventId: event.eventId,
    issueId: event.issueId,
    projectId: event.projectId,
    kind: event.kind,
    level: event.level,
    title: event.title,
    culprit: event.culprit,
    platform: event.platform,
    occurredAt: iso(event.occurredAt),
    receivedAt: iso(event.receivedAt),
    storedAt: isoOrNull(event.storedAt),
    transaction: event.transaction ?? null,
    route: event.route ?? null,
    environment: event.environment ?? null,
    release: event.release ?? null,
    user: event.user ?? null,
    browser: event.browser ?? null,
    os: event.os ?? null,
    device: event.device ?? null,
    url: event.url ?? null,
    sdk: event.sdk ?? null,
    handled: event.handled ?? null,
    traceId: event.traceId ?? null,
    tags: pairs(event.tags),
  }
}

export function toApiEvent(report: EventReport): EventView {
  const { stored, event, contexts, stacks } = report
  const { document } = stored
  return {
    eventId: stored.eventId,
    issueId: stored.issueId,
    projectId: stored.projectId,
    kind: stored.kind,
    title: stored.title,
    culprit: stored.culprit,
    platform: event.platform,
    level: event.level,
    occurredAt: iso(stored.occurredAt),
    receivedAt: iso(stored.receivedAt),
    storedAt: isoOrNull(stored.storedAt),
    exceptions: event.exceptions.map((exception, index) =>
      exceptionView(exception, stacks.exceptions[index]),
    ),
    threads: event.threads.map((thread, index) => threadView(thread, stacks.threads[index])),
    componentStack: stacks.components?.map(({ frame, mapped }) => toApiFrame(frame, mapped)) ?? null,
    message: event.message === undefined ? null : messageView(event.message),
    logger: event.logger ?? null,
    transaction: event.transaction ?? null,
    route: stored.route ?? null,
    environment: event.environment ?? null,
    release: event.release ?? null,
    dist: event.dist ?? null,
    serverName: event.serverName ?? null,
    tags: pairs(event.tags),
    user: userView(event),
    request: requestView(event),
    contexts: { ...contexts },
    breadcrumbs: event.breadcrumbs.map(breadcrumbView),
    extra: event.extra,
    modules: { ...event.modules },
    sdk: event.sdk === undefined ? null : { name: event.sdk.name, version: event.sdk.version ?? null },
    debugImages: [...event.debugImages],
    traceId: stored.traceId ?? null,
    cuts: [...document.cuts],
    scrubbed: [...document.scrubbed],
    grouping: {
      version: document.grouping.version,
      fingerprint: document.grouping.fingerprint,
      rule: document.grouping.evidence.rule,
      summary: document.grouping.evidence.summary,
      parts: [...document.grouping.evidence.parts],
    },
    recognised: recognisedView(report.recognised),
    serverSide: report.serverSide === undefined ? null : serverSideView(report.serverSide),
    browserSides: report.browserSides.map(browserSideView),
    previousEventId: report.previousEventId ?? null,
    nextEventId: report.nextEventId ?? null,
    payload: document.payload,
  }
}

function messageView({ formatted, template, params }: NonNullable<ErrorEvent['message']>) {
  return { formatted, template: template ?? null, params: [...params] }
}

function exceptionView(
  { type, value, module, mechanism, frames }: ExceptionValue,
  mapped: readonly MappedFrame[] | undefined,
) {
  return {
    type: type ?? null,
    value: value ?? null,
    module: module ?? null,
    mechanism: mechanism === undefined ? null : mechanismView(mechanism),
    frames: frames.map((frame, index) => toApiFrame(frame, mapped?.[index])),
  }
}

function threadView(
  { id, name, crashed, current, frames }: Thread,
  mapped: readonly MappedFrame[] | undefined,
) {
  return {
    id: id ?? null,
    name: name ?? null,
    crashed,
    current,
    frames: frames.map((frame, index) => toApiFrame(frame, mapped?.[index])),
  }
}

function mechanismView(mechanism: Mechanism) {
  return {
    type: mechanism.type,
    handled: mechanism.handled ?? null,
    synthetic: mechanism.synthetic,
    source: mechanism.source ?? null,
    exceptionId: mechanism.exceptionId ?? null,
    parentId: mechanism.parentId ?? null,
    isExceptionGroup: mechanism.isExceptionGroup,
    data: mechanism.data,
  }
}

function serverSideView({ by, event }: NonNullable<EventReport['serverSide']>) {
  const { eventId, title, culprit, occurredAt } = event
  return { by, eventId, title, culprit, occurredAt: iso(occurredAt) }
}

function browserSideView({ by, event, breadcrumbs }: EventReport['browserSides'][number]) {
  const { eventId, title, occurredAt, url, user, browser, os, device } = event
  return {
    by,
    eventId,
    title,
    occurredAt: iso(occurredAt),
    url: url ?? null,
    user: user ?? null,
    browser: browser ?? null,
    os: os ?? null,
    device: device ?? null,
    breadcrumbs: breadcrumbs.map(breadcrumbView),
  }
}

function recognisedView(recognised: EventReport['recognised']) {
  if (recognised === undefined) return null
  const { details, ...explained } = recognised
  return {
    ...explained,
    details: {
      reactCode: details.reactCode ?? null,
      message: details.message ?? null,
      link: details.link ?? null,
      subject: details.subject ?? null,
    },
  }
}

function userView({ user }: ErrorEvent) {
  if (user === undefined) return null
  return {
    id: user.id ?? null,
    email: user.email ?? null,
    username: user.username ?? null,
    name: user.name ?? null,
    ipAddress: user.ipAddress ?? null,
    data: user.data,
  }
}

function requestView({ request }: ErrorEvent) {
  if (request === undefined) return null
  return {
    url: request.url ?? null,
    method: request.method ?? null,
    headers: pairs(request.headers),
    query: request.query ?? null,
    data: request.data ?? null,
    cookies: pairs(request.cookies),
  }
}

function breadcrumbView(crumb: Breadcrumb) {
  return {
    timestamp: isoOrNull(crumb.timestamp),
    type: crumb.type,
    category: crumb.category ?? null,
    level: crumb.level,
    message: crumb.message ?? null,
    data: crumb.data,
  }
}

function pairs(entries: ReadonlyArray<readonly [string, string]>) {
  return entries.map(([key, value]) => ({ key, value }))
}
