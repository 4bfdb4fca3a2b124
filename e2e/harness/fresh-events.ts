import { randomBytes } from 'node:crypto'
import { addressTo, itemsOf, loadRecordings, type Target } from './recordings.ts'
import type { Sendable } from './send.ts'

export interface FreshEvent extends Sendable {
  readonly eventId: string
}

/** Envelopes real SDKs sent, each under an event id of its own. */
export async function loadFreshEvents(target: Target): Promise<(eventId?: string) => FreshEvent> {
  const errors = (await loadRecordings())
    .filter(({ kind, method }) => kind === 'envelope' && method === 'POST')
    .filter(
      ({ headers, query }) => headers['content-encoding'] === undefined && query.includes('sentry_key='),
    )
    .filter(
      (recording) =>
        itemsOf(recording)
          .items.map(({ type }) => type)
          .join() === 'event',
    )
  const templates = errors.map((recording) => {
    const addressed = addressTo(recording, target)
    return { addressed, text: addressed.body.toString('utf8'), oldId: itemsOf(recording).eventId! }
  })
  let turn = 0
  return (eventId = randomBytes(16).toString('hex')) => {
    const { addressed, text, oldId } = templates[turn++ % templates.length]!
    const { method, path, query, headers } = addressed
    return { eventId, method, path, query, headers, body: Buffer.from(text.replaceAll(oldId, eventId)) }
  }
}
