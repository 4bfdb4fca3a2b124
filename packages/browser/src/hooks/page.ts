import { guard, listen, now } from './guard.ts'

/** Path and query: a change of the fragment alone is no navigation. */
export const place = (): string => location.pathname + location.search

/** Tells after each change of the address by a script, and of back and forward. */
export function watchHistory(changed: (back?: boolean) => void): void {
  const tell = guard(changed)
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name]
    history[name] = function (this: History, ...args) {
      original.apply(this, args)
      tell()
    }
  }
  listen('popstate', () => changed(true))
}

/** A click on a link. Whether a router took it is known after the click: then its default was prevented. */
export interface Intent {
  readonly to: string
  readonly at: number
  readonly event: Event
}

export function watchClicks(clicked: (intent: Intent) => void): void {
  listen('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
    if (link) clicked({ to: link.pathname, at: now(), event })
  })
}

/** Scripts and preloads that did not arrive, and code that Vite gave up on. */
export function watchCodeFailures(failed: () => void): void {
  listen('error', ({ target }) => {
    const { tagName, rel } = target as HTMLLinkElement
    if (tagName === 'SCRIPT' || rel === 'modulepreload') failed()
  })
  listen('vite:preloadError', failed)
}
