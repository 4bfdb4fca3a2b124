import { useSyncExternalStore } from 'react'

const readers = new Set<() => void>()

function tell(): void {
  for (const reader of readers) reader()
}

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  window.addEventListener('popstate', reader)
  return () => {
    readers.delete(reader)
    window.removeEventListener('popstate', reader)
  }
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname)
}

export function useSearch(): URLSearchParams {
  return new URLSearchParams(useSyncExternalStore(subscribe, () => window.location.search))
}

export function go(address: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'replace') window.history.replaceState(null, '', address)
  else window.history.pushState(null, '', address)
  if (how === 'push') window.scrollTo(0, 0)
  tell()
}
