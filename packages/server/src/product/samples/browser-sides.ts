import type { JsonObject } from '#domain/json.ts'
import { hex, type Random } from '#domain/seeded-random.ts'
import type { SampleEvent } from './sample-event.ts'

const REDACTED =
  'Minified React error #441; visit https://react.dev/errors/441 for the full message or use the non-minified dev environment for full errors and additional helpful warnings.'
/** From the server's failure to the boundary that shows it. */
const LATER_MS = 400

/** What the browser of the visitor reports where the server's error was shown as a number; nothing for other events. */
export function browserSideOf(
  { payload, visitor, receivedAt }: SampleEvent,
  random: Random,
): readonly SampleEvent[] {
  const { 'nextjs.digest': digest, ...tags } = payload['tags'] as JsonObject
  if (digest === undefined) return []
  const eventId = hex(random, 32)
  const { server_name: _server, debug_meta: _maps, ...shared } = payload
  return [
    {
      receivedAt: receivedAt + LATER_MS,
      eventId,
      visitor,
      payload: {
        ...shared,
        event_id: eventId,
        timestamp: (receivedAt + LATER_MS) / 1000,
        platform: 'javascript',
        transaction: (payload['transaction'] as string).replace('GET ', ''),
        exception: {
          values: [{ type: 'Error', value: REDACTED, mechanism: { type: 'generic', handled: true } }],
        },
        tags: { ...tags, 'nextjs.digest': digest },
      },
    },
  ]
}
