import type { ErrorEvent } from '#domain/events/error-event.ts'
import { offeredValues, type Sharing } from '#domain/events/server-side.ts'
import { normaliseEventId } from '#protocol/event-id.ts'
import type { Identifier } from '#stores/telemetry/telemetry.ts'

/** What an event is found by: its digests, its replay, and what a browser's side of it may have in common with it. */
export function identifiersOf(event: ErrorEvent, sharing: Sharing): readonly Identifier[] {
  const digests = sharing.digests.map((value) => ({ kind: 'digest', value }) as const)
  const found = [...digests, ...replaysOf(event).map((value) => ({ kind: 'replay', value }) as const)]
  if (!isOfScriptServer(event)) return found
  return [...found, ...offeredValues(sharing).map((value) => ({ kind: 'server_side', value }) as const)]
}

/** Every SDK that records replays tags the errors in them; servers that pass events on say it in a context. */
function replaysOf({ tags, contexts }: ErrorEvent): readonly string[] {
  const named = [tags.find(([key]) => key === 'replayId')?.[1], contexts['replay']?.['replay_id']]
  return [...new Set(named.flatMap((id) => normaliseEventId(id) ?? []))]
}

/** Only servers that render React keep the details of an error from the browser. */
function isOfScriptServer({ platform, sdk, contexts }: ErrorEvent): boolean {
  if (!sdk?.name.startsWith('sentry.javascript.')) return false
  // The edge runtime calls its platform what browsers call theirs.
  return platform === 'node' || contexts['runtime'] !== undefined
}
