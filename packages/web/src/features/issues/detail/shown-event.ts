import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { prefetcher, queryClient } from '#lib/api/query-client.ts'
import { eventQuery } from '#product/issues/issue-queries.ts'
import { useEventPlace, useGo, type ShownPlace } from './events/event-place.ts'

/** Outlives the screen: the first step from "latest" to an event is another route, and nothing may flash between. */
let last: Held | undefined

/** The issue as the address names it, which is not always how the event does. */
interface Held {
  readonly issue: string
  readonly event: EventView
}

export interface ShownEvent {
  readonly event: EventView | undefined
  readonly error: Error | null
  /** Another event of the same issue was shown before this screen was. */
  readonly stayed: boolean
  readonly older: string | null
  readonly newer: string | null
  /** An event came in behind the one that was the latest when the reader arrived. */
  readonly newerArrived: boolean
  readonly at: ShownPlace
  readonly go: (event: string) => void
  /** Shows the latest event that matches, and steps through those that do from then on. */
  readonly search: (query: string) => void
  readonly showLatest: () => void
  readonly retry: () => void
}

interface Asked {
  /** An id, `latest` or `oldest`. */
  readonly wanted: string
  readonly query: string
  readonly latestId: string | null
}

/** What is read stays under the eyes until the reader moves on. */
export function useShownEvent(issue: string, { wanted, query: searched, latestId }: Asked): ShownEvent {
  const query = useQuery({
    ...eventQuery(issue, wanted),
    placeholderData: () => (last?.issue === issue ? last.event : undefined),
  })
  const [stayed] = useState(last?.issue === issue)
  const [pinned, setPinned] = useState<Held>()
  const arrived = query.isPlaceholderData ? undefined : query.data
  const isLatest = wanted === 'latest'
  if (isLatest && arrived !== undefined && !query.isFetching && pinned?.issue !== issue)
    setPinned({ issue, event: arrived })
  const kept = isLatest && pinned?.issue === issue ? pinned.event : undefined
  // The same event may say more than it did: its maps have come.
  const held = kept !== undefined && arrived?.eventId === kept.eventId ? arrived : kept
  const event = held ?? query.data
  const at = useEventPlace(issue, event?.eventId, searched)
  const { older, newer } = useNeighbours(issue, event, latestId, at)
  useEffect(() => {
    if (event !== undefined) last = { issue, event }
  }, [issue, event])
  const { go, search } = useGo(issue, searched)
  return {
    event,
    error: query.error,
    stayed,
    older,
    newer,
    newerArrived: held !== undefined && arrived !== undefined && arrived.eventId !== held.eventId,
    at,
    go,
    search: (text) => search(text, event?.eventId ?? wanted),
    showLatest: () => (isLatest ? setPinned(undefined) : go('latest')),
    retry: () => void query.refetch(),
  }
}

/** The events around the shown one, ready before they are asked for, and read again when a newer one has come. */
function useNeighbours(
  issue: string,
  event: EventView | undefined,
  latestId: string | null,
  { query, place }: ShownPlace,
) {
  const id = event?.eventId ?? ''
  const { data } = useQuery({ ...eventQuery(issue, id), enabled: false })
  const beside = query === '' ? (data ?? event) : place
  const older = beside?.previousEventId ?? null
  const newer = beside?.nextEventId ?? null
  useEffect(() => {
    if (event === undefined) return
    const { queryKey } = eventQuery(issue, event.eventId)
    if (queryClient.getQueryData(queryKey) === undefined) queryClient.setQueryData(queryKey, event)
  }, [issue, event])
  useEffect(() => {
    for (const neighbour of [older, newer])
      if (neighbour !== null) prefetcher.want(eventQuery(issue, neighbour))
  }, [issue, older, newer])
  useEffect(() => {
    if (id === '' || newer !== null || latestId === null || latestId === id) return
    void queryClient.prefetchQuery({ ...eventQuery(issue, id), staleTime: 0 })
  }, [issue, id, newer, latestId])
  return { older, newer }
}
