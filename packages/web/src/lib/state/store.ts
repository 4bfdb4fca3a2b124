import { useSyncExternalStore } from 'react'

/** A value that lives outside React: changing it renders only those who read it. */
export interface Store<T> {
  readonly get: () => T
  readonly set: (next: T) => void
  readonly subscribe: (reader: () => void) => () => void
}

export function createStore<T>(first: T): Store<T> {
  const readers = new Set<() => void>()
  let value = first
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const reader of readers) reader()
    },
    subscribe: (reader) => {
      readers.add(reader)
      return () => readers.delete(reader)
    },
  }
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** Renders only when the picked part changes. */
export function useStorePart<T, Part>(store: Store<T>, pick: (value: T) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => pick(store.get()))
}
