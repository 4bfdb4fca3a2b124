import type {
  LiveMessage,
  DigestMessage,
  IssuesMessage,
  WireMessage,
} from '@hindcast/contract/intake/live.ts'
import { backoffMs } from '#lib/api/backoff.ts'
import { serverReach } from '#lib/api/reachability.ts'
import { useEffect, useRef } from 'react'
import { createStore } from '@tanstack/react-store'

export type LivePhase = 'connecting' | 'open' | 'broken'

export interface LiveState {
  readonly phase: LivePhase
  readonly failures: number
  /** A connection was lost since the last open one, so messages may have been missed. */
  readonly missed: boolean
}

/** `dropped`: the browser reconnects by itself and says where it was. `closed`: it gave up for good. */
export type LiveSignal = 'opened' | 'dropped' | 'closed'

export const FIRST: LiveState = { phase: 'connecting', failures: 0, missed: false }

export function stepLive(state: LiveState, signal: LiveSignal): LiveState {
  if (signal === 'opened') return { phase: 'open', failures: 0, missed: false }
  if (signal === 'dropped') return { ...state, phase: 'broken' }
  return { phase: 'broken', failures: state.failures + 1, missed: true }
}

const NAMES = ['digest', 'request', 'issues', 'reset'] as const

/** Undefined for what this version does not understand: a newer server may say more. */
export function readMessage(text: string): LiveMessage | undefined {
  try {
    const message = JSON.parse(text) as LiveMessage
    return NAMES.includes(message.type) ? message : undefined
  } catch {
    return undefined
  }
}

/** One stream for all projects: refusals that match no project are exactly those a newcomer must see. */
export function followLive(
  since: string | undefined,
  onMessage: (message: LiveMessage) => void,
  onPhase: (phase: LivePhase) => void,
): () => void {
  let state = FIRST
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const signal = (what: LiveSignal) => {
    const missed = state.missed
    state = stepLive(state, what)
    onPhase(state.phase)
    if (what === 'opened' && missed) onMessage({ type: 'reset' })
    if (what !== 'opened') void serverReach.doubt()
    if (what === 'closed' && !serverReach.current().gone) {
      // A request distinguishes an ended session from an unreachable server; the stream cannot.
      onMessage({ type: 'reset' })
      timer = setTimeout(open, backoffMs(state.failures, Math.random()))
    }
  }
  const open = () => {
    const mine = new EventSource(
      since === undefined ? '/api/v1/live' : `/api/v1/live?since=${encodeURIComponent(since)}`,
    )
    source = mine
    mine.addEventListener('open', () => signal('opened'))
    mine.addEventListener('error', () =>
      signal(mine.readyState === EventSource.CLOSED ? 'closed' : 'dropped'),
    )
    for (const name of NAMES) {
      mine.addEventListener(name, (event: MessageEvent<string>) => {
        const message = readMessage(event.data)
        if (message !== undefined) onMessage(message)
      })
    }
  }
  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}

const readers = new Set<(message: LiveMessage) => void>()

export const livePhase = createStore<LivePhase>('connecting')

/**
 * Opens the only stream of this page; components listen with `useLiveMessages`. It begins with what happened since the
 * page began to read: what is digested between an answer and the opening of the stream would never show otherwise.
 */
export function openLiveFeed(since: string | undefined): () => void {
  return followLive(
    since,
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
