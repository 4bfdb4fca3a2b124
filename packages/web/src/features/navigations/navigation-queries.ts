import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api/client.ts'
import type { Period } from '#product/period-choice.tsx'

const HOUR_MS = 3_600_000
const HOURS: Readonly<Record<Period, number>> = { '24h': 24, '7d': 168, '30d': 720 }

/** Whole hours, so that a page that is opened again within one asks for the same. */
function fromOf(period: Period): string {
  return new Date((Math.floor(Date.now() / HOUR_MS) - HOURS[period]) * HOUR_MS).toISOString()
}

export const navigationsQuery = (project: string, period: Period) =>
  queryOptions({
    queryKey: ['navigations', project, period],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/navigations', {
        params: { project },
        query: { from: fromOf(period) },
        signal,
      }),
  })

export const oldReleasesQuery = (project: string, period: Period) =>
  queryOptions({
    queryKey: ['old-releases', project, period],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/navigations/old-releases', {
        params: { project },
        query: { from: fromOf(period) },
        signal,
      }),
  })
