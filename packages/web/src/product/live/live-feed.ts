import type {
  DigestMessage,
  IssuesMessage,
  LiveMessage,
  WireMessage,
} from '@hindcast/contract/intake/live.ts'
import { useEffect, useRef } from 'react'
import { followLive, type LivePhase } from './live.ts'
import { createStore } from '@tanstack/react-store'

const readers = new Set<(message: LiveMessage) => void>()

export const livePhase = createStore<LivePhase>('connecting')

/** Opens the one stream of this page; whoever shows something live listens with `useLiveMessages`. */
export function openLiveFeed(): () => void {
  return followLive(
    (message) => {
      for (const reader of readers) reader(message)
    },
    (phase) => livePhase.setState(() => phase),
  )
}

export type { DigestMessage, IssuesMessage, LiveMessage, WireMessage }

export function useLiveMessages(onMessage: (message: LiveMessage) => void): void {
  const latest = useRef(onMessage)
  latest.current = onMessage
  useEffect(() => {
    const reader = (message: LiveMessage) => latest.current(message)
    readers.add(reader)
    return () => {
      readers.delete(reader)
    }
  }, [])
}
