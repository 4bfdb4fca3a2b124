import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { TraceModel } from './model/trace-model.ts'
import { searchOf, stateFrom, type TraceState } from './trace-state.ts'

const route = getRouteApi('/member/traces/$trace')

/** Browsers refuse an address that changes with every key that is held down. */
const WRITE_AFTER_MS = 200

export type Update = (change: Partial<TraceState>) => void

/** How the trace is looked at: quick in memory, and a moment later in the address. */
export function useTraceState(model: TraceModel): readonly [TraceState, Update] {
  const search = route.useSearch()
  const navigate = useNavigate()
  const [state, setState] = useState(() => stateFrom(model, search))
  const written = useRef(JSON.stringify(searchOf(model, state)))
  const update = useCallback<Update>((change) => setState((before) => ({ ...before, ...change })), [])

  useEffect(() => {
    const next = searchOf(model, state)
    const text = JSON.stringify(next)
    if (text === written.current) return undefined
    const timer = setTimeout(() => {
      written.current = text
      void navigate({ to: '.', search: next, replace: true, resetScroll: false })
    }, WRITE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [model, state, navigate])

  // Somebody went back, or followed a link to another span of the same trace.
  const asked = JSON.stringify(searchOf(model, stateFrom(model, search)))
  const heard = useRef(asked)
  useEffect(() => {
    if (asked === heard.current) return
    heard.current = asked
    if (asked === written.current) return
    written.current = asked
    setState(stateFrom(model, search))
  }, [asked, model, search])
  return [state, update]
}
