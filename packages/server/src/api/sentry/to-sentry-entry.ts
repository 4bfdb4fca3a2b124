import type { Breadcrumb, ErrorEvent, Request } from '#domain/events/error-event.ts'
import type { MappedStacks } from '#product/events/query/mapped-stacks.ts'
import { isoOrNull } from '#api/http/iso.ts'
import { exceptionEntry, threadEntry } from './to-sentry-exception.ts'

/** The parts of an event in the order Sentry's interface has them; a part the event lacks is left out. */
export function sentryEntries(
  event: ErrorEvent,
  mapped: Pick<MappedStacks, 'exceptions' | 'threads'>,
): Array<{ type: string; data: unknown }> {
  const entries: Array<{ type: string; data: unknown }> = []
  if (event.exceptions.length > 0) {
    entries.push({
      type: 'exception',
      data: {
        values: event.exceptions.map((exception, index) =>
          exceptionEntry(exception, mapped.exceptions[index]),
        ),
        hasSystemFrames: event.exceptions.some(({ frames }) => frames.some(({ inApp }) => !inApp)),
        excOmitted: null,
      },
    })
  }
  if (event.threads.length > 0) {
    const values = event.threads.map((thread, index) => threadEntry(thread, mapped.threads[index]))
    entries.push({ type: 'threads', data: { values } })
  }
  if (event.message !== undefined) {
    const { formatted, template, params } = event.message
    entries.push({ type: 'message', data: { formatted, message: template ?? null, params } })
  }
  if (event.breadcrumbs.length > 0) {
    entries.push({ type: 'breadcrumbs', data: { values: event.breadcrumbs.map(breadcrumbEntry) } })
  }
  if (event.request !== undefined) entries.push({ type: 'request', data: requestEntry(event.request) })
  return entries
}

function breadcrumbEntry(crumb: Breadcrumb) {
  return {
    timestamp: isoOrNull(crumb.timestamp),
    type: crumb.type,
    category: crumb.category ?? null,
    level: crumb.level,
    message: crumb.message ?? null,
    data: crumb.data,
    event_id: null,
  }
}

function requestEntry(request: Request) {
  return {
    url: request.url ?? null,
    method: request.method ?? null,
    headers: request.headers,
    query: request.query === undefined ? [] : [...new URLSearchParams(request.query)],
    data: request.data ?? null,
    cookies: request.cookies,
    env: null,
    fragment: null,
    inferredContentType: null,
  }
}
