import type { VitalName } from '@hindcast/contract/routes/route-stats.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api/client.ts'
import type { Period } from '#product/period-choice.tsx'
import type { VisitsSearch } from '#product/search-params.ts'

const HOURS: Readonly<Record<Period, number>> = { '24h': 24, '7d': 168, '30d': 720 }

/** What is asked for. Whole hours, so that a page that is opened again within one asks for the same. */
function filterOf({ last = '7d', ...from }: VisitsSearch) {
  const hour = 3_600_000
  return { ...from, from: new Date((Math.floor(Date.now() / hour) - HOURS[last]) * hour).toISOString() }
}

export const routeStatsQuery = (project: string, view: VisitsSearch) =>
  queryOptions({
    queryKey: ['route-stats', project, view],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/route-stats', {
        params: { project },
        query: filterOf(view),
        signal,
      }),
  })

export const oneRouteQuery = (project: string, route: string, view: VisitsSearch) =>
  queryOptions({
    queryKey: ['route-stats', project, view, route],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/route-stats/one', {
        params: { project },
        query: { ...filterOf(view), route },
        signal,
      }),
  })

export const vitalCausesQuery = (project: string, route: string, vital: VitalName, view: VisitsSearch) =>
  queryOptions({
    queryKey: ['vital-causes', project, view, route, vital],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/route-stats/vital', {
        params: { project },
        query: { ...filterOf(view), route, vital },
        signal,
      }),
  })

export const visitPartsQuery = (project: string, route: string, view: VisitsSearch) =>
  queryOptions({
    queryKey: ['visit-parts', project, view, route],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/route-stats/visits', {
        params: { project },
        query: { ...filterOf(view), route },
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
