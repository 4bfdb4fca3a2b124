import type { LiveHub } from '#api/live/live-hub.ts'
import { requestMessage } from '#api/live/request-message.ts'
import type { LoggedRequest } from '#ingest/http/logged-request.ts'

/**
 * People watch single requests arrive, not thousands a second, and each costs every open page. Limited per project,
 * so that a busy project does not hide the first request of a new one.
 */
const MESSAGES_PER_SECOND = 50

export function createRequestLog(
  hub: Pick<LiveHub, 'publish'>,
  now: () => number,
): (request: LoggedRequest) => void {
  let second = 0
  const published = new Map<string | undefined, number>()
  return (request) => {
    const current = Math.floor(now() / 1000)
    if (current !== second) {
      second = current
      published.clear()
    }
    const count = (published.get(request.projectId) ?? 0) + 1
    published.set(request.projectId, count)
    if (count <= MESSAGES_PER_SECOND) hub.publish(requestMessage(request))
  }
}
