import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'
import { livePhase, openLiveFeed, useLiveMessages } from '#product/live/live.ts'
import { serverReach, useReach } from '#lib/api/reachability.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { projectsQuery, sessionQuery } from '#product/session/session-queries.ts'

/** A busy project digests many batches a second; the screen updates at most this often. */
const GATHER_MS = 1000

let touched: QueryKey[] = []
let timer: ReturnType<typeof setTimeout> | undefined

function touch(...keys: QueryKey[]): void {
  touched.push(...keys)
  timer ??= setTimeout(() => {
    const wanted = new Map(touched.map((key) => [JSON.stringify(key), key]))
    touched = []
    timer = undefined
    for (const queryKey of wanted.values()) void queryClient.invalidateQueries({ queryKey })
  }, GATHER_MS)
}

/**
 * What the server pushes makes the questions it concerns ask again. The issue stream listens for itself, because its
 * rows must not move under the cursor.
 */
export function useLiveUpdates(): void {
  const { returns } = useReach()
  const { data: projects = [] } = useQuery(projectsQuery)
  // A stream only covers the projects that existed when it was opened.
  const known = projects.map(({ id }) => id).join()
  useEffect(() => openLiveFeed(queryClient.getQueryData(sessionQuery.queryKey)?.at), [returns, known])
  const isOpen = useSelector(livePhase) === 'open'
  useEffect(() => {
    // Requests are the only messages that are not sent again.
    if (isOpen) touch(['intake'], ['unmatched-intake'])
  }, [isOpen])
  useEffect(() => {
    if (returns > 0) void queryClient.invalidateQueries()
  }, [returns])
  useLiveMessages((message) => {
    if (message.type === 'reset' && !serverReach.current().gone) void queryClient.invalidateQueries()
    if (message.type === 'request') touch(['intake'], ['unmatched-intake'])
    if (message.type === 'digest') touch(['facets'], ['intake'], ['newest-events'], ['feedback'])
    if (message.type === 'digest' || message.type === 'issues') {
      for (const id of message.issueIds)
        touch(
          ['issue', id],
          ['issue-breakdown', id],
          ['event', id, 'latest'],
          ['issue-events', id],
          ['event-place', id],
        )
    }
    // Late maps and merges change events that were read long ago; a digest only adds one.
    if (message.type === 'issues')
      for (const id of message.issueIds) touch(['event', id], ['fingerprints', id])
    if (message.type === 'digest' && message.created.length > 0)
      touch(['projects'], ['releases'], ['release'], ['verdict'], ['release-ticks'])
  })
}
