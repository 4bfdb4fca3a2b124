import { digestOf, predictDigest } from './digests/digest.ts'
import { isShownToUsers } from './digests/visibility.ts'
import { requestDetailsOf, type RequestDetails } from './requests/request-details.ts'
import type { SentryEvent, SentryHint } from './sdk.ts'

export { numberOccurrences } from './digests/number-occurrences.ts'
export { withRequestDetails } from './requests/request-details.ts'
export { START_UP_SPANS } from './requests/start-up-spans.ts'
export type { SentryEvent, SentryHint }

const TAGGED = ['router_kind', 'route_type', 'render_source', 'follows']

export interface DigestIntegration {
  name: string
  processEvent<E extends SentryEvent>(event: E, hint: SentryHint): E
}

/** An integration for the `integrations` of `@sentry/nextjs`: on servers, on the edge and in browsers. */
export function digestIntegration(): DigestIntegration {
  return {
    name: 'NextDigest',
    processEvent(event, hint) {
      // Transactions and the like have a type.
      if (event.type !== undefined) return event
      addDetails(event, requestDetailsOf(hint.originalException))
      try {
        addDigest(event, hint.originalException)
      } catch {
        // An error whose fields throw when read is reported without a digest.
      }
      return event
    },
  }
}

function addDigest(event: SentryEvent, thrown: unknown): void {
  const digest = digestOf(thrown)
  if (digest !== undefined) {
    if (!digest.isControlFlow) tag(event, { 'nextjs.digest': digest.text })
    return
  }
  if (typeof window !== 'undefined' || !isShownToUsers(event)) return
  const predicted = predictDigest(thrown)
  if (predicted !== undefined) tag(event, { 'nextjs.digest': predicted, 'nextjs.digest_source': 'predicted' })
}

/** Tags, which can be searched and counted, for what the context of a failed request says about where it failed. */
function addDetails(event: SentryEvent, details: RequestDetails | undefined): void {
  if (details !== undefined)
    event.contexts = { ...event.contexts, nextjs: { ...event.contexts?.['nextjs'], ...details } }
  const context = event.contexts?.['nextjs']
  for (const name of TAGGED) {
    const value = context?.[name]
    if (typeof value === 'string' && value !== '') tag(event, { [`nextjs.${name}`]: value })
  }
}

function tag(event: SentryEvent, tags: Record<string, string>): void {
  event.tags = { ...event.tags, ...tags }
}
