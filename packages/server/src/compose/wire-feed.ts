import type { LiveHub } from '#api/live-hub.ts'
import { wireMessage } from '#api/wire-message.ts'
import type { WireRequest } from '#ingest/wire-request.ts'

/** People watch single requests arrive; nobody reads thousands a second, and each costs every open page. */
const MESSAGES_PER_SECOND = 50

export function createWireFeed(hub: LiveHub, now: () => number): (request: WireRequest) => void {
  let second = 0
  let published = 0
  return (request) => {
    const current = Math.floor(now() / 1000)
    if (current !== second) {
      second = current
      published = 0
    }
    if (published++ < MESSAGES_PER_SECOND) hub.publish(wireMessage(request))
  }
}
