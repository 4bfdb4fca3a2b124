import type { EventPlace } from '@hindcast/contract/events/events.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { queryClient } from '#lib/api/query-client.ts'
import { eventPlaceQuery } from '#product/issues/issue-queries.ts'

export interface ShownPlace {
  /** Which events of the issue are stepped through; empty: all of them. */
  readonly query: string
  /** Undefined until it was counted. */
  readonly place: EventPlace | undefined
  /** Of the event before, while the shown one is being counted. */
  readonly total: number | undefined
  readonly error: Error | null
}

export function useEventPlace(issue: string, event: string | undefined, query: string): ShownPlace {
  const { data, error, isPlaceholderData } = useQuery({
    ...eventPlaceQuery(issue, event ?? '', query),
    enabled: event !== undefined,
    placeholderData: (before, question) => {
      const [, of, , asked] = question?.queryKey ?? []
      return of === issue && asked === query ? before : undefined
    },
  })
  return { query, place: isPlaceholderData ? undefined : data, total: data?.total, error }
}

/** Shows an event without losing the search. With a search, `latest` and `oldest` are those that match. */
export function useGo(issue: string, query: string) {
  const navigate = useNavigate()
  const show = (event: string, q = query) =>
    void navigate({
      ...(event === 'latest'
        ? { to: '/issues/$issue', params: { issue } }
        : { to: '/issues/$issue/events/$event', params: { issue, event } }),
      search: q === '' ? {} : { q },
      resetScroll: false,
    })
  /** Where the search cannot be read or nothing matches, `otherwise` stays on show beside the reason. */
  const showEnd = async (end: 'latest' | 'oldest', q: string, otherwise: string) => {
    const place = await queryClient.fetchQuery(eventPlaceQuery(issue, end, q)).catch(() => undefined)
    show(place?.eventId ?? otherwise, q)
  }
  return {
    go: (event: string) =>
      query !== '' && (event === 'latest' || event === 'oldest')
        ? void showEnd(event, query, event)
        : show(event),
    search: (q: string, shown: string) => (q === '' ? show(shown, q) : void showEnd('latest', q, shown)),
  }
}
