import { parseSentryQuery, type SentryQuery } from '#protocol/sentry-query.ts'
import { routeOf, type Route } from './route.ts'

export interface Address {
  readonly route: Route
  readonly query: Readonly<SentryQuery>
}

const MAX_ENTRIES = 2_000
const MAX_LENGTH = 512

/**
 * Reads request targets, and remembers them: an SDK sends to the same one for as long as it lives, and reading it
 * again would be a tenth of the work of a small request.
 */
export function createAddressBook(): (target: string) => Address | undefined {
  const known = new Map<string, Address>()
  return (target) => {
    const before = known.get(target)
    if (before !== undefined) return before
    const route = routeOf(target)
    if (route === undefined) return undefined
    const address: Address = { route, query: parseSentryQuery(route.query) }
    if (target.length <= MAX_LENGTH) {
      if (known.size >= MAX_ENTRIES) known.clear()
      known.set(target, address)
    }
    return address
  }
}
