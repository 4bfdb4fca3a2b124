import { remember } from '#domain/memoize.ts'
import { parseSentryQuery, type SentryQuery } from '#protocol/sentry-query.ts'
import { routeOf, type Route } from '#ingest/http/route.ts'

export interface Address {
  readonly route: Route
  readonly query: Readonly<SentryQuery>
}

/**
 * Reads request targets, and remembers them: an SDK sends to the same one for as long as it lives, and reading it
 * again would be a tenth of the work of a small request.
 */
export function createAddressBook(): (target: string) => Address | undefined {
  return remember(readAddress, { entries: 2_000, longest: 512 })
}

function readAddress(target: string): Address | undefined {
  const route = routeOf(target)
  return route && { route, query: parseSentryQuery(route.query) }
}
