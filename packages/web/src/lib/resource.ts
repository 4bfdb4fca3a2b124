import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { CallError, Unreachable } from './call.ts'
import { useReach } from './reach.ts'
import { signedOut } from './signed-out.ts'

/** Old data stays while new is loading and when loading fails; only a page that never had any shows nothing. */
export interface Loaded<T> {
  readonly data: T | undefined
  /** Why the last attempt failed. A server that does not answer is told by the banner, not here. */
  readonly error: unknown
}

export interface Resource<T> {
  readonly current: () => Loaded<T>
  readonly subscribe: (reader: () => void) => () => void
  readonly reload: () => void
  readonly start: () => () => void
}

/** Shorter and a busy project would be asked a hundred times a second; longer and new rows would feel late. */
const REST_MS = 250

/** A burst of pushes costs one request under way and one after it, never one per push. */
export function makeResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  rest: (then: () => void) => void = (then) => setTimeout(then, REST_MS),
): Resource<T> {
  const readers = new Set<() => void>()
  let loaded: Loaded<T> = { data: undefined, error: undefined }
  let control: AbortController | undefined
  let again = false

  const set = (next: Loaded<T>) => {
    loaded = next
    for (const reader of readers) reader()
  }
  const run = async () => {
    const mine = new AbortController()
    control = mine
    try {
      const data = await load(mine.signal)
      if (!mine.signal.aborted) set({ data, error: undefined })
    } catch (error) {
      if (mine.signal.aborted || error instanceof Unreachable) return
      if (error instanceof CallError && error.status === 401) signedOut.tell()
      set({ data: loaded.data, error })
    } finally {
      rest(() => {
        if (control !== mine) return
        control = undefined
        if (again) reload()
      })
    }
  }
  const reload = () => {
    again = control !== undefined
    if (!again) void run()
  }
  return {
    current: () => loaded,
    subscribe: (reader) => {
      readers.add(reader)
      return () => readers.delete(reader)
    },
    reload,
    start: () => {
      reload()
      return () => {
        control?.abort()
        control = undefined
        again = false
      }
    },
  }
}

export function useResource<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
): Loaded<T> & { readonly reload: () => void } {
  const latest = useRef(load)
  latest.current = load
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key names what is loaded; `load` is new on every render
  const resource = useMemo(() => makeResource<T>((signal) => latest.current(signal)), [key])
  const { returns } = useReach()
  useEffect(() => resource.start(), [resource, returns])
  const loaded = useSyncExternalStore(resource.subscribe, resource.current)
  return { ...loaded, reload: resource.reload }
}
