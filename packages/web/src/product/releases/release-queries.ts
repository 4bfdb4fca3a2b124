import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'

/** Apart from the other questions: the list of issues, which everybody opens first, asks none of these. */
export const releasesQuery = (project: string) =>
  queryOptions({
    queryKey: ['releases', project],
    queryFn: ({ signal }) => call('listReleases', { params: { project }, query: { limit: '100' } }, signal),
  })

export const releaseQuery = (project: string, version: string) =>
  queryOptions({
    queryKey: ['release', project, version],
    queryFn: ({ signal }) => call('getRelease', { params: { project, version } }, signal),
  })

export const verdictQuery = (project: string, version: string, against: string | undefined) =>
  queryOptions({
    queryKey: ['verdict', project, version, against ?? ''],
    queryFn: ({ signal }) =>
      call(
        'getReleaseVerdict',
        { params: { project, version }, query: against === undefined ? {} : { against } },
        signal,
      ),
  })

export const releaseMapsQuery = (project: string, release: string) =>
  queryOptions({
    queryKey: ['release-maps', project, release],
    queryFn: ({ signal }) => call('getReleaseMaps', { params: { project }, query: { release } }, signal),
  })

export const suspectsQuery = (issue: string) =>
  queryOptions({
    queryKey: ['suspects', issue],
    queryFn: ({ signal }) => call('getIssueSuspects', { params: { issue } }, signal),
  })

/** The moments of a chart in whole minutes, so that two charts of one range ask once. */
export const ticksQuery = (project: string, from: number, to: number) => {
  const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  return queryOptions({
    queryKey: ['release-ticks', project, query],
    queryFn: ({ signal }) => call('listReleaseTicks', { params: { project }, query }, signal),
    select: ({ ticks }) => ticks,
  })
}

/** Of several projects, oldest first: for charts that are of all of them. */
export const allTicksQuery = (projects: readonly string[], from: number, to: number) =>
  queryOptions({
    queryKey: ['release-ticks', projects, from, to],
    queryFn: async ({ client }) => {
      const asked = projects.map((project) => client.fetchQuery(ticksQuery(project, from, to)))
      const ticks = (await Promise.all(asked)).flatMap((answer) => answer.ticks)
      return ticks.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    },
  })
