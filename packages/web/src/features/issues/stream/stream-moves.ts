import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { prefetcher } from '#lib/api/query-client.ts'
import { USUAL_QUERY, type StreamSearch, USUAL_PERIOD, USUAL_SORT } from '#product/search-params.ts'
import { route } from './stream.ts'
import { at } from './triage/triage.ts'
import { hovered, shownIds, triage } from './triage/triage-store.ts'
import { eventQuery, issueQuery } from '#product/issues/issue-queries.ts'

/** Keys that repeat would write the address thirty times a second. */
const WRITE_MS = 150
const GUESS_MS = 120
const NEIGHBOURS = [0, 1, -1, 2, -2]

/** Changes of the view go to the address; what is usual is left out of it. */
export function useStreamMoves() {
  const navigate = route.useNavigate()
  const go = useNavigate()
  return useMemo(() => {
    const show = (change: Change) => void navigate({ search: (now) => usualLeftOut({ ...now, ...change }) })
    const setQuery = (q: string) => show({ q, reach: undefined })
    const peek = (issue: string | undefined) => {
      const now = triage.get()
      triage.setState(() =>
        issue === undefined ? { ...now, peek: undefined } : at({ ...now, peek: issue }, issue),
      )
      show({ peek: issue })
    }
    const open = (issue: string) => void go({ to: '/issues/$issue', params: { issue } })
    return { show, setQuery, peek, open }
  }, [navigate, go])
}

type Change = { readonly [Key in keyof StreamSearch]?: StreamSearch[Key] | undefined }

export type StreamMoves = ReturnType<typeof useStreamMoves>

function usualLeftOut({ q, sort, period, peek, reach }: Change): StreamSearch {
  return {
    ...(reach === undefined ? {} : { reach }),
    ...(q === undefined || q === USUAL_QUERY ? {} : { q }),
    ...(peek === undefined ? {} : { peek }),
    ...(sort === undefined || sort === USUAL_SORT ? {} : { sort }),
    ...(period === undefined || period === USUAL_PERIOD ? {} : { period }),
  }
}

/** The panel follows the cursor at once, its address when the cursor rests. */
export function usePeekInAddress(peek: string | undefined): void {
  const navigate = route.useNavigate()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const subscription = triage.subscribe(() => {
      clearTimeout(timer)
      const { peek: shown } = triage.get()
      if (shown === undefined || peek === undefined || shown === peek) return
      timer = setTimeout(
        () => void navigate({ search: (now) => ({ ...now, peek: shown }), replace: true }),
        WRITE_MS,
      )
    })
    return () => {
      subscription.unsubscribe()
      clearTimeout(timer)
    }
  }, [peek, navigate])
}

/** Prefetches the row under the cursor and its neighbours. */
export function useGuesses(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let last: string | undefined
    const guess = (id: string | undefined, steps: readonly number[]) => {
      if (id === undefined || id === last) return
      last = id
      clearTimeout(timer)
      timer = setTimeout(() => {
        prefetcher.forget()
        const ids = shownIds()
        const place = ids.indexOf(id)
        if (place === -1) return
        for (const step of steps) {
          const neighbour = ids[place + step]
          if (neighbour !== undefined) want(neighbour)
        }
      }, GUESS_MS)
    }
    const subscriptions = [
      triage.subscribe(() => guess(triage.get().cursor, NEIGHBOURS)),
      hovered.subscribe(() => guess(hovered.get(), [0])),
    ]
    guess(triage.get().cursor, NEIGHBOURS)
    return () => {
      clearTimeout(timer)
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [])
}

function want(issue: string): void {
  prefetcher.want(issueQuery(issue))
  prefetcher.want(eventQuery(issue, 'latest'))
}
