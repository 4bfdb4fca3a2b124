import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type QueryOf } from '#lib/api/client.ts'

/** Which issues, in which order: what the address of the stream says. */
export type IssueView = Pick<
  QueryOf<'GET /api/v1/projects/:project/issues'>,
  'query' | 'sort' | 'period' | 'reach'
>

const ISSUES_PER_PAGE = '100'

export const issuesQuery = (project: string, view: IssueView) =>
  infiniteQueryOptions({
    queryKey: ['issues', project, view],
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/v1/projects/:project/issues', {
        params: { project },
        query: { ...view, limit: ISSUES_PER_PAGE, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

export const facetsQuery = (project: string, query: string) =>
  queryOptions({
    queryKey: ['facets', project, query],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/issues/facets', { params: { project }, query: { query }, signal }),
  })

export const issueQuery = (issue: string) =>
  queryOptions({
    queryKey: ['issue', issue],
    queryFn: ({ signal }) =>
      api('GET /api/v1/issues/:issue', { params: { issue }, query: { period: '28d' }, signal }),
  })

/** Counts every event of the issue, so it comes after the issue itself. */
export const issueBreakdownQuery = (issue: string) =>
  queryOptions({
    queryKey: ['issue-breakdown', issue],
    queryFn: ({ signal }) => api('GET /api/v1/issues/:issue/breakdown', { params: { issue }, signal }),
    select: ({ facets }) => facets,
  })

export const similarIssuesQuery = (issue: string) =>
  queryOptions({
    queryKey: ['similar-issues', issue],
    queryFn: ({ signal }) => api('GET /api/v1/issues/:issue/similar', { params: { issue }, signal }),
    select: ({ similar }) => similar,
  })

export const issueDigestsQuery = (issue: string) =>
  queryOptions({
    queryKey: ['issue-digests', issue],
    queryFn: ({ signal }) => api('GET /api/v1/issues/:issue/digests', { params: { issue }, signal }),
  })

/** `event`: an id, `latest` or `oldest`. */
export const eventQuery = (issue: string, event: string) =>
  queryOptions({
    queryKey: ['event', issue, event],
    queryFn: ({ signal }) =>
      api('GET /api/v1/issues/:issue/events/:event', { params: { issue, event }, signal }),
  })

/** Counts every event of the issue that matches, so it comes after the event itself. */
export const eventPlaceQuery = (issue: string, event: string, query: string) =>
  queryOptions({
    queryKey: ['event-place', issue, event, query],
    queryFn: ({ signal }) =>
      api('GET /api/v1/issues/:issue/events/:event/position', {
        params: { issue, event },
        query: { query },
        signal,
      }),
  })

export const issueEventsQuery = (issue: string) =>
  infiniteQueryOptions({
    queryKey: ['issue-events', issue],
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/v1/issues/:issue/events', {
        params: { issue },
        query: { limit: '50', ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
