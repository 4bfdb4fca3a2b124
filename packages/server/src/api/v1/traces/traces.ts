import * as wire from '@hindcast/contract/traces/traces.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'
import { toApiSegment, toApiTrace } from './to-api-trace.ts'

const READ = 'event:read'
const HOUR_MS = 3_600_000
const PERIODS: Readonly<Record<wire.TracePeriod, number>> = {
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '30d': 30 * 24 * HOUR_MS,
}

export function serveTraces(serve: Serve, { access, traces }: ApiDeps): void {
  serve(wire.findTraces, async ({ principal, query: { trace: traceId } }) => {
    const projects = await access.projects(principal, undefined, READ)
    const stored = await traces.stored(projects, traceId)
    return { traces: stored === 0 ? [] : [{ traceId, stored }] }
  })

  serve(wire.getTrace, async ({ principal, params }) => {
    const projects = await access.projects(principal, undefined, READ)
    return toApiTrace(await traces.trace(projects, params.trace))
  })

  serve(wire.getSpan, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, query.project, READ)
    const { attributes, links, cuts, scrubbed } = await traces.span(project, params.trace, params.span)
    return {
      attributes: { ...attributes },
      links: links.map(({ traceId, spanId, attributes: given }) => ({
        traceId,
        spanId,
        attributes: { ...given },
      })),
      cuts: [...cuts],
      scrubbed: [...scrubbed],
    }
  })

  serve(wire.listTraces, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, READ)
    const { sort, period, limit, ...filters } = query
    const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
    const found = await traces.segments(project, { ...given, order: sort, sinceMs: PERIODS[period], limit })
    return { segments: found.segments.map(toApiSegment), more: found.more }
  })
}
