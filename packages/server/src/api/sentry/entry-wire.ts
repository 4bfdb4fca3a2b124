import type { Breadcrumb, ErrorEvent, ExceptionValue, Frame, Request } from '#domain/error-event.ts'
import { isoOrNull } from '../iso.ts'

/** The parts of an event in the order Sentry's interface has them; a part the event lacks is left out. */
export function sentryEntries(event: ErrorEvent): Array<{ type: string; data: unknown }> {
  const entries: Array<{ type: string; data: unknown }> = []
  if (event.exceptions.length > 0) {
    entries.push({
      type: 'exception',
      data: {
        values: event.exceptions.map(exceptionEntry),
        hasSystemFrames: event.exceptions.some(({ frames }) => frames.some(({ inApp }) => !inApp)),
        excOmitted: null,
      },
    })
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

function exceptionEntry({ type, value, module, mechanism, frames }: ExceptionValue) {
  return {
    type: type ?? null,
    value: value ?? null,
    module: module ?? null,
    threadId: null,
    mechanism:
      mechanism === undefined
        ? null
        : {
            type: mechanism.type,
            handled: mechanism.handled ?? null,
            synthetic: mechanism.synthetic,
            source: mechanism.source ?? null,
            exception_id: mechanism.exceptionId ?? null,
            parent_id: mechanism.parentId ?? null,
            is_exception_group: mechanism.isExceptionGroup,
            data: mechanism.data,
          },
    stacktrace:
      frames.length === 0
        ? null
        : {
            frames: frames.map(frameEntry),
            framesOmitted: null,
            registers: null,
            hasSystemFrames: frames.some(({ inApp }) => !inApp),
          },
    rawStacktrace: null,
  }
}

function frameEntry(frame: Frame) {
  return {
    filename: frame.filename ?? null,
    absPath: frame.absPath ?? null,
    module: frame.module ?? null,
    function: frame.function ?? null,
    lineNo: frame.line ?? null,
    colNo: frame.column ?? null,
    inApp: frame.inApp,
    context: contextLines(frame),
    vars: frame.vars ?? null,
    rawFunction: null,
    package: null,
    platform: null,
  }
}

/** Line numbers and their text, the throwing line in the middle. */
function contextLines(frame: Frame): Array<[number, string]> {
  if (frame.line === undefined || frame.contextLine === undefined) return []
  const first = frame.line - frame.preContext.length
  return [...frame.preContext, frame.contextLine, ...frame.postContext].map((text, index) => [
    first + index,
    text,
  ])
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
