import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api/client.ts'

/** In a separate file, because the issue list, which is opened first, needs none of these. */
export const releasesQuery = (project: string) =>
  queryOptions({
    queryKey: ['releases', project],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/releases', { params: { project }, query: { limit: '100' }, signal }),
  })

export const releaseQuery = (project: string, version: string) =>
  queryOptions({
    queryKey: ['release', project, version],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/releases/:version', { params: { project, version }, signal }),
  })

export const verdictQuery = (project: string, version: string, against: string | undefined) =>
  queryOptions({
    queryKey: ['verdict', project, version, against ?? ''],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/releases/:version/verdict', {
        params: { project, version },
        query: against === undefined ? {} : { against },
        signal,
      }),
  })

export const releaseMapsQuery = (project: string, release: string) =>
  queryOptions({
    queryKey: ['release-maps', project, release],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/source-maps', { params: { project }, query: { release }, signal }),
  })

export const suspectsQuery = (issue: string) =>
  queryOptions({
    queryKey: ['suspects', issue],
    queryFn: ({ signal }) => api('GET /api/v1/issues/:issue/suspects', { params: { issue }, signal }),
  })

/** The moments of a chart in whole minutes, so that two charts of one range ask once. */
export const markersQuery = (project: string, from: number, to: number) => {
  const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  return queryOptions({
    queryKey: ['release-ticks', project, query],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/release-ticks', { params: { project }, query, signal }),
    select: ({ ticks }) => ticks,
  })
}

/** Of several projects, oldest first: for charts that are of all of them. */
export const allMarkersQuery = (projects: readonly string[], from: number, to: number) =>
  queryOptions({
    queryKey: ['release-ticks', projects, from, to],
    queryFn: async ({ client }) => {
      const asked = projects.map((project) => client.fetchQuery(markersQuery(project, from, to)))
      const ticks = (await Promise.all(asked)).flatMap((answer) => answer.ticks)
      return ticks.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    },
  })
