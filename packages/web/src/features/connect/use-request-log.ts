import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { livePhase, useLiveMessages, type WireMessage } from '#product/live/live.ts'
import { createStore, useSelector } from '@tanstack/react-store'
import { arrived, concerns, MOST_LINES, withHistory, type RequestLogEntry } from './request-log.ts'
import { requestsQuery } from './connect-queries.ts'

export interface RequestLog {
  readonly lines: readonly RequestLogEntry[]
  /** False until earlier requests are loaded. */
  readonly known: boolean
  readonly error: unknown
  readonly clear: () => void
  readonly retry: () => void
}

/** Every request that hits the keys of a project, as it happens. */
export function useRequestLog(project: string, projectId: string | undefined): RequestLog {
  const [feed] = useState(createFeed)
  const lines = useSelector(feed.lines)
  // The cached list misses requests that arrived while the page was closed.
  const history = useQuery({ ...requestsQuery(project), staleTime: 0 })
  const { refetch } = history
  const live = useSelector(livePhase) === 'open'
  useEffect(() => {
    // Between the first answer and the opening of the stream a request may have slipped through.
    if (live) void refetch()
  }, [live, refetch])
  useEffect(() => {
    if (history.data !== undefined) feed.remember(history.data.requests)
  }, [history.data, feed])
  useLiveMessages((message) => {
    if (message.type === 'request' && projectId !== undefined && concerns(message, projectId))
      feed.push(message)
  })
  return {
    lines,
    known: history.data !== undefined,
    error: history.error,
    clear: feed.clear,
    retry: () => void refetch(),
  }
}

/** One drawing per frame, however many requests come within it. */
function createFeed() {
  const lines = createStore<readonly RequestLogEntry[]>([])
  let waiting: WireMessage[] = []
  let clearedAt = ''
  return {
    lines,
    push: (message: WireMessage) => {
      if (waiting.length === 0) {
        requestAnimationFrame(() => {
          lines.setState(() => arrived(lines.get(), waiting))
          waiting = []
        })
      }
      waiting = [...waiting, message].slice(-MOST_LINES)
    },
    remember: (history: readonly WireMessage[]) =>
      lines.setState(() => withHistory(lines.get(), history, clearedAt)),
    clear: () => {
      clearedAt = lines.get()[0]?.message.at ?? clearedAt
      lines.setState(() => [])
    },
  }
}
