import type { AlertRule } from '@hindcast/contract/alerts/alerts.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api/client.ts'

/** While something waits to be sent, its log is looked at again this often. */
const LOG_MS = 3_000

export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal }) => api('GET /api/v1/alerts', { signal }),
  select: ({ alerts }) => alerts,
})

export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => api('GET /api/v1/channels', { signal }),
})

/** Never fresh: the next event may be the one that it is about. */
export const backtestQuery = (rule: AlertRule) =>
  queryOptions({
    queryKey: ['backtest', rule],
    queryFn: ({ signal }) => api('POST /api/v1/alerts/backtest', { body: rule, signal }),
    staleTime: 0,
    // A rule that is refused is refused again.
    retry: false,
  })

export const deliveriesQuery = (of: { readonly channel?: string; readonly alert?: string }) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', of],
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/v1/deliveries', {
        query: { ...of, limit: '20', ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.deliveries.some((delivery) => delivery.state === 'waiting') === true
        ? LOG_MS
        : false,
  })

export const deliveryQuery = (delivery: string) =>
  queryOptions({
    queryKey: ['delivery', delivery],
    queryFn: ({ signal }) => api('GET /api/v1/deliveries/:delivery', { params: { delivery }, signal }),
    staleTime: 0,
  })

export const sharesQuery = (issue: string) =>
  queryOptions({
    queryKey: ['shares', issue],
    queryFn: ({ signal }) => api('GET /api/v1/issues/:issue/shares', { params: { issue }, signal }),
    select: ({ links }) => links,
  })

/** Never fresh: others make and open links too. */
export const projectSharesQuery = (project: string) =>
  queryOptions({
    queryKey: ['project-shares', project],
    queryFn: ({ signal }) => api('GET /api/v1/projects/:project/shares', { params: { project }, signal }),
    select: ({ links }) => links,
    staleTime: 0,
  })

export const sharedQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared', token],
    queryFn: ({ signal }) => api('GET /api/v1/share/:token', { params: { token }, signal }),
  })
