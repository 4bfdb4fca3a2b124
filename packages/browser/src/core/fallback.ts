import { type Attributes, named } from './attributes.ts'

/** Left behind by a page that ended in the middle of a navigation, and read by the page that follows. */
export interface Note {
  readonly from: string
  readonly to: string
  /** Milliseconds that the user had waited when the page ended. */
  readonly waited: number
  readonly at: number
  readonly release?: string | undefined
  readonly failure?: string | undefined
}

/** A note that is older belongs to a tab that was closed and restored. */
const FRESH_MS = 60_000
/** After this long the Pages Router of Next.js gives up and loads the page as a whole. */
const ROUTER_TIMEOUT_MS = 3800

/** What a page says that was loaded as a whole because a navigation to it failed. Undefined for any other page. */
export function fallbackOf(note: Note, path: string, now: number, current?: string): Attributes | undefined {
  const { from, to, waited, failure, release } = note
  if (to !== path || now - note.at > FRESH_MS) return undefined
  const skew = release !== current
  return named('navigation', {
    from,
    to,
    served: 'full_load',
    fallback: failure ?? (skew ? 'version_skew' : waited < ROUTER_TIMEOUT_MS ? 'unknown' : 'timeout'),
    wait_ms: waited,
    skew,
    release_before: release,
  })
}
