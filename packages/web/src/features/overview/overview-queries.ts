import type { Overview, OverviewPart } from '@hindcast/contract/overview/overview.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, isMissing } from '#lib/api/client.ts'

/** The figures are of quarters of an hour; asking for every batch of a busy project would be work for nothing. */
const AGAIN_MS = 60_000

/** One request for each part: a slow or failed one does not keep the others. */
const partQuery = <Part extends OverviewPart>(project: string, part: Part) =>
  queryOptions({
    queryKey: ['overview', project, part],
    queryFn: async ({ signal }) => {
      const answer: Overview = await api('GET /api/v1/projects/:project/overview', {
        params: { project },
        query: { part },
        signal,
      })
      return answer[part] as NonNullable<Overview[Part]>
    },
    refetchInterval: AGAIN_MS,
  })

export const useOverviewPart = <Part extends OverviewPart>(project: string, part: Part) =>
  useQuery({ ...partQuery(project, part), throwOnError: isMissing })
