import { hash } from 'node:crypto'
import { objectOr } from '#event/read.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { normaliseEventId } from '#protocol/event-id.ts'
import type { RecordItem } from '#digest/record-items.ts'
import type { ItemContext } from '#digest/kinds/kind.ts'

/** Feedback as it is on the wire, whichever way it was sent. */
export interface SentFeedback {
  readonly feedbackId: string
  readonly eventId: string | undefined
  readonly replayId: string | undefined
  readonly timestamp: Json | undefined
  readonly release: Json | undefined
  readonly environment: Json | undefined
  /** What people wrote, under the names that a project's own rules for scrubbing may mention. */
  readonly texts: Texts
}

export interface Texts {
  readonly message: Json | undefined
  readonly name: Json | undefined
  readonly email: Json | undefined
  readonly url: Json | undefined
}

/** An event with `contexts.feedback`, as SDKs send it since version 8. */
export function readSent(payload: JsonObject, item: RecordItem, context: ItemContext): SentFeedback {
  const said = objectOr(objectOr(payload['contexts'])['feedback'])
  const { position } = context.record
  return {
    feedbackId:
      normaliseEventId(context.takePromisedId()) ??
      normaliseEventId(payload['event_id']) ??
      hash('sha256', `${context.spoolId}:feedback:${position}:${item.index}`).slice(0, 32),
    eventId: normaliseEventId(said['associated_event_id']),
    replayId: normaliseEventId(said['replay_id']),
    timestamp: payload['timestamp'],
    release: payload['release'],
    environment: payload['environment'],
    texts: {
      message: said['message'],
      name: said['name'],
      email: said['contact_email'],
      url: said['url'] ?? objectOr(payload['request'])['url'],
    },
  }
}

/** `user_report` of SDKs up to version 7: its id is that of the event, so its own is made of what it says. */
export function readUserReport(payload: JsonObject, _item: RecordItem, context: ItemContext): SentFeedback {
  const { receipt } = context.record
  const { event_id: event, name, email, comments } = payload
  const eventId = normaliseEventId(event) ?? normaliseEventId(receipt.eventId)
  const said = JSON.stringify([
    receipt.projectId,
    eventId ?? null,
    name ?? null,
    email ?? null,
    comments ?? null,
  ])
  return {
    feedbackId: hash('sha256', said).slice(0, 32),
    eventId,
    replayId: undefined,
    timestamp: undefined,
    release: undefined,
    environment: undefined,
    texts: { message: comments, name, email, url: undefined },
  }
}
