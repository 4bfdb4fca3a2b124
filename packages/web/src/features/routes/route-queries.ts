import type { VitalName } from '@hindcast/contract/routes/route-stats.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api/client.ts'
import type { Period } from '#product/period-choice.tsx'

const HOURS: Readonly<Record<Period, number>> = { '24h': 24, '7d': 168, '30d': 720 }

/** Whole hours, so that a page that is opened again within one asks for the same. */
function fromOf(period: Period): string {
  const hour = 3_600_000
  return new Date((Math.floor(Date.now() / hour) - HOURS[period]) * hour).toISOString()
}

export const routeStatsQuery = (project: string, period: Period) =>
  queryOptions({
    queryKey: ['route-stats', project, period],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/route-stats', {
        params: { project },
        query: { from: fromOf(period) },
        signal,
      }),
  })

export const oneRouteQuery = (project: string, route: string, period: Period) =>
  queryOptions({
    queryKey: ['route-stats', project, period, route],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/route-stats/one', {
        params: { project },
        query: { from: fromOf(period), route },
        signal,
      }),
  })

export const vitalCausesQuery = (project: string, route: string, vital: VitalName, period: Period) =>
  queryOptions({
    queryKey: ['vital-causes', project, period, route, vital],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/route-stats/vital', {
        params: { project },
        query: { from: fromOf(period), route, vital },
        signal,
      }),
  })

export const routeRegistryQuery = (project: string) =>
  queryOptions({
    queryKey: ['route-registry', project],
    queryFn: ({ signal }) => api('GET /api/v1/projects/:project/routes', { params: { project }, signal }),
  })

export const rulePreviewQuery = (project: string, pattern: string) =>
  queryOptions({
    queryKey: ['route-registry', project, 'preview', pattern],
    queryFn: ({ signal }) =>
      api('POST /api/v1/projects/:project/routes/preview', {
        params: { project },
        body: { pattern },
        signal,
      }),
  })
