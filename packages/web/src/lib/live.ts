import { LiveMessage, liveUpdates } from '@hindcast/contract/live.ts'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { backoffMs } from './backoff.ts'
import { serverReach, useReach } from './reach.ts'

export type LivePhase = 'connecting' | 'open' | 'broken'

export interface LiveState {
  readonly phase: LivePhase
  readonly failures: number
  /** A source was given up since the last open one: messages in between were seen by nobody. */
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

/** Undefined for what this version does not understand: a newer server may say more. */
export function readMessage(text: string): LiveMessage | undefined {
  try {
    const parsed = v.safeParse(LiveMessage, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

const NAMES = ['message', 'digest', 'wire', 'reset'] as const

export function followLive(
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
    if (what !== 'opened') serverReach.doubt()
    if (what === 'closed' && !serverReach.current().gone) {
      // Reading again tells a session that ended from a server that is gone; the stream itself cannot.
      onMessage({ type: 'reset' })
      timer = setTimeout(open, backoffMs(state.failures, Math.random()))
    }
  }
  const open = () => {
    const mine = new EventSource(liveUpdates.path)
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

/**
 * One stream for all projects: refusals that match no project are exactly those a newcomer must see. While the
 * server is gone nobody retries here; its return opens a new stream.
 */
export function useLive(onMessage: (message: LiveMessage) => void): LivePhase {
  const [phase, setPhase] = useState<LivePhase>('connecting')
  const latest = useRef(onMessage)
  latest.current = onMessage
  const { returns } = useReach()
  useEffect(() => followLive((message) => latest.current(message), setPhase), [returns])
  return phase
}
