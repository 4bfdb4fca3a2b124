import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api/client.ts'

export const projectQuery = (project: string) =>
  queryOptions({
    queryKey: ['project', project],
    queryFn: ({ signal }) => api('GET /api/v1/projects/:project', { params: { project }, signal }),
  })

export const samplesQuery = queryOptions({
  queryKey: ['samples'],
  queryFn: ({ signal }) => api('GET /api/v1/samples', { signal }),
})
