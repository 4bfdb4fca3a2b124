import type { ErrorEvent } from '#domain/events/error-event.ts'
import { offeredValues, type Sharing } from '#domain/events/server-side.ts'
import type { Identifier } from '#stores/telemetry/telemetry.ts'

/** What an event is found by: its digests, and what a browser's side of it may have in common with it. */
export function identifiersOf(event: ErrorEvent, sharing: Sharing): readonly Identifier[] {
  const found = sharing.digests.map((value) => ({ kind: 'digest', value }) as const)
  if (!isOfScriptServer(event)) return found
  return [...found, ...offeredValues(sharing).map((value) => ({ kind: 'server_side', value }) as const)]
}

/** Only servers that render React keep the details of an error from the browser. */
function isOfScriptServer({ platform, sdk, contexts }: ErrorEvent): boolean {
  if (!sdk?.name.startsWith('sentry.javascript.')) return false
  // The edge runtime calls its platform what browsers call theirs.
  return platform === 'node' || contexts['runtime'] !== undefined
}
