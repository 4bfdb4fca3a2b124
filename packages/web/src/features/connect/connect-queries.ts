import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api/client.ts'

export const newestEventsQuery = (project: string) =>
  queryOptions({
    queryKey: ['newest-events', project],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/events', { params: { project }, query: { limit: '20' }, signal }),
    select: ({ events }) => events,
  })

export const projectEventQuery = (project: string, event: string) =>
  queryOptions({
    queryKey: ['project-event', project, event],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/events/:event', { params: { project, event }, signal }),
  })

export const requestsQuery = (project: string) =>
  queryOptions({
    queryKey: ['requests', project],
    queryFn: ({ signal }) => api('GET /api/v1/projects/:project/requests', { params: { project }, signal }),
  })
