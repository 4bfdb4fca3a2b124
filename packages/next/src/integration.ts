import { digestOf, predictDigest } from './digests/digest.ts'
import { isShownToUsers } from './digests/visibility.ts'
import type { SentryEvent, SentryHint } from './sdk.ts'

export { numberOccurrences } from './digests/number-occurrences.ts'
export type { SentryEvent, SentryHint }

export interface DigestIntegration {
  name: string
  processEvent<E extends SentryEvent>(event: E, hint: SentryHint): E
}

/** An integration for the `integrations` of `@sentry/nextjs`: on servers, on the edge and in browsers. */
export function digestIntegration(): DigestIntegration {
  return {
    name: 'NextDigest',
    processEvent(event, hint) {
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
  // Transactions and the like.
  if (event.type !== undefined) return
  const digest = digestOf(thrown)
  if (digest !== undefined) {
    if (!digest.isControlFlow) tag(event, { 'nextjs.digest': digest.text })
    return
  }
  if (typeof window !== 'undefined' || !isShownToUsers(event)) return
  const predicted = predictDigest(thrown)
  if (predicted !== undefined) tag(event, { 'nextjs.digest': predicted, 'nextjs.digest_source': 'predicted' })
}

function tag(event: SentryEvent, tags: Record<string, string>): void {
  event.tags = { ...event.tags, ...tags }
}
