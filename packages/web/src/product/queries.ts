import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { InferInput } from 'valibot'
import type { Endpoints } from '#lib/api/addresses.ts'
import { call } from '#lib/api/call.ts'
import { FRESH_MS } from '#lib/api/query-client.ts'

type IssueListQuery = NonNullable<InferInput<Endpoints['listIssues']['query']>>
/** Which issues, in which order: what the address of the stream says. */
export type IssueView = Pick<IssueListQuery, 'query' | 'sort' | 'period' | 'reach'>

const ISSUES_PER_PAGE = '100'

/** Every question the screens ask, with the key under which a live update makes it ask again. */
export {
  preferencesQuery,
  projectsQuery,
  sessionQuery,
  setupQuery,
} from '#product/session/session-queries.ts'

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) => call('listMembers', {}, signal),
  select: ({ members }) => members,
})

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => call('listTokens', {}, signal),
  select: ({ tokens }) => tokens,
})

export const samplesQuery = queryOptions({
  queryKey: ['samples'],
  queryFn: ({ signal }) => call('listSamples', {}, signal),
})

export const projectQuery = (project: string) =>
  queryOptions({
    queryKey: ['project', project],
    queryFn: ({ signal }) => call('getProject', { params: { project } }, signal),
  })

export const issuesQuery = (project: string, view: IssueView) =>
  infiniteQueryOptions({
    queryKey: ['issues', project, view],
    queryFn: ({ signal, pageParam }) =>
      call(
        'listIssues',
        {
          params: { project },
          query: { ...view, limit: ISSUES_PER_PAGE, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

export const facetsQuery = (project: string, query: string) =>
  queryOptions({
    queryKey: ['facets', project, query],
    queryFn: ({ signal }) => call('issueFacets', { params: { project }, query: { query } }, signal),
  })

export const issueQuery = (issue: string) =>
  queryOptions({
    queryKey: ['issue', issue],
    queryFn: ({ signal }) => call('getIssue', { params: { issue }, query: { period: '14d' } }, signal),
  })

/** `event`: an id, `latest` or `oldest`. */
export const eventQuery = (issue: string, event: string) =>
  queryOptions({
    queryKey: ['event', issue, event],
    queryFn: ({ signal }) => call('getIssueEvent', { params: { issue, event } }, signal),
  })

export const issueEventsQuery = (issue: string) =>
  infiniteQueryOptions({
    queryKey: ['issue-events', issue],
    queryFn: ({ signal, pageParam }) =>
      call(
        'listIssueEvents',
        { params: { issue }, query: { limit: '50', ...(pageParam === '' ? {} : { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

export const intakeQuery = (project: string, from: string | undefined) =>
  queryOptions({
    queryKey: ['intake', project, from ?? ''],
    queryFn: ({ signal }) =>
      call('getIntake', { params: { project }, query: from === undefined ? {} : { from } }, signal),
  })

export const unmatchedIntakeQuery = (from: string | undefined) =>
  queryOptions({
    queryKey: ['unmatched-intake', from ?? ''],
    queryFn: ({ signal }) =>
      call('getUnmatchedIntake', { query: from === undefined ? {} : { from } }, signal),
  })

export const newestEventsQuery = (project: string) =>
  queryOptions({
    queryKey: ['newest-events', project],
    queryFn: ({ signal }) =>
      call('listProjectEvents', { params: { project }, query: { limit: '20' } }, signal),
    select: ({ events }) => events,
  })

export const projectEventQuery = (project: string, event: string) =>
  queryOptions({
    queryKey: ['project-event', project, event],
    queryFn: ({ signal }) => call('getProjectEvent', { params: { project, event } }, signal),
  })

export const requestsQuery = (project: string) =>
  queryOptions({
    queryKey: ['requests', project],
    queryFn: ({ signal }) => call('recentRequests', { params: { project } }, signal),
  })

export const lookUpQuery = (text: string) =>
  queryOptions({
    queryKey: ['look-up', text],
    queryFn: ({ signal }) => call('lookUp', { query: { text } }, signal),
    // What is not there yet may be there the next time it is pasted.
    staleTime: ({ state }) => (state.data?.found.length === 0 ? 0 : FRESH_MS),
  })

/** A few issues by words of their title, whatever became of them. */
export const issueSearchQuery = (project: string, text: string) =>
  queryOptions({
    queryKey: ['issue-search', project, text],
    queryFn: ({ signal }) =>
      call('listIssues', { params: { project }, query: { query: text, limit: '10' } }, signal),
  })

export const fingerprintsQuery = (issue: string) =>
  queryOptions({
    queryKey: ['fingerprints', issue],
    queryFn: ({ signal }) => call('listFingerprints', { params: { issue } }, signal),
  })

/** Never fresh: the next event may be the one that a rule is about. */
export const rulesTrialQuery = (project: string, rules: string) =>
  queryOptions({
    queryKey: ['rules-trial', project, rules],
    queryFn: ({ signal }) => call('dryRunRules', { params: { project }, body: { rules } }, signal),
    staleTime: 0,
  })
