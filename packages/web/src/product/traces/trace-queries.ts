import type { TracePeriod } from '@hindcast/contract/traces/traces.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api/client.ts'

/** Fifty thousand spans are megabytes: not kept for long once nobody looks at them. */
export const traceQuery = (trace: string) =>
  queryOptions({
    queryKey: ['trace', trace],
    queryFn: ({ signal }) => api('GET /api/v1/traces/:trace', { params: { trace }, signal }),
    gcTime: 60_000,
  })

/** How many spans of it are stored; 0 where there is no trace to open. */
export const traceKnownQuery = (trace: string) =>
  queryOptions({
    queryKey: ['trace-known', trace],
    queryFn: ({ signal }) => api('GET /api/v1/traces', { query: { trace }, signal }),
    select: ({ traces }) => traces[0]?.stored ?? 0,
  })

export const spanQuery = (trace: string, span: string, project: string) =>
  queryOptions({
    queryKey: ['span', trace, span, project],
    queryFn: ({ signal }) =>
      api('GET /api/v1/traces/:trace/spans/:span', { params: { trace, span }, query: { project }, signal }),
  })

export interface TraceListView {
  readonly sort: 'latest' | 'slowest'
  readonly period: TracePeriod
  readonly op?: string
}

export const tracesQuery = (project: string, view: TraceListView) =>
  queryOptions({
    queryKey: ['traces', project, view],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/traces', {
        params: { project },
        query: { ...view, limit: '100' },
        signal,
      }),
  })
