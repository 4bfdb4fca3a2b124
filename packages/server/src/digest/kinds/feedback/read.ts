import { clockOf } from '#event/clock.ts'
import { objectOr, trimmed } from '#event/read.ts'
import { readEnvironment, readRelease } from '#event/release.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { Drop } from '#domain/intake/outcome.ts'
import type { Outcome } from '#domain/intake/outcome.ts'
import type { Cut, Scrubbed } from '#domain/events/stored-event.ts'
import type { FeedbackRow } from '#stores/telemetry/feedback.ts'
import { isLocalAddress } from '#digest/filters/places.ts'
import { scrub, scrubRulesOf } from '#digest/scrub/scrub.ts'
import { cutText } from '#digest/trim/cut.ts'
import { unwantedReleases } from '#digest/unwanted-releases.ts'
import type { ItemContext } from '#digest/kinds/kind.ts'
import type { SentFeedback, Texts } from './sent-feedback.ts'

export interface DigestedFeedback {
  readonly row: FeedbackRow
  readonly cuts: readonly Cut[]
  readonly scrubbed: readonly Scrubbed[]
}

const LONGEST: Readonly<Record<keyof Texts, number>> = {
  message: LIMITS.text.message,
  name: LIMITS.text.personName,
  email: LIMITS.text.email,
  url: LIMITS.text.url,
}

/** The whole way of feedback, in order: cut, scrub, filter. The address that a person left is kept: it was meant to be read. */
export function digestFeedback(
  { texts, ...sent }: SentFeedback,
  { record, settings, sentAt }: ItemContext,
): Outcome<DigestedFeedback> {
  const cuts: Cut[] = []
  // Below a key: the rules for keys, a project's own among them, apply to members.
  const { payload, scrubbed } = scrub({ feedback: cutTexts(texts, cuts) }, scrubRulesOf(settings))
  const said = objectOr(payload['feedback'])
  const message = trimmed(said['message'])
  if (message === undefined) return new Drop('malformed', 'the feedback has no message')
  const release = readRelease(sent.release)
  if (release !== undefined && unwantedReleases(settings)(release))
    return new Drop('filtered_release', release)
  const url = trimmed(said['url'])
  if (settings.filters.localhost && url !== undefined && isLocalAddress(url))
    return new Drop('filtered_localhost', url)
  const { projectId, receivedAt } = record.receipt
  const row: FeedbackRow = {
    seq: record.position,
    projectId,
    feedbackId: sent.feedbackId,
    receivedAt,
    occurredAt: clockOf(sent.timestamp, { at: receivedAt, sentAt }).occurredAt,
    message,
    name: trimmed(said['name']),
    email: trimmed(said['email']),
    url,
    eventId: sent.eventId,
    replayId: sent.replayId,
    release,
    environment: readEnvironment(sent.environment),
  }
  return { row, cuts, scrubbed }
}

/** Only texts: what else is sent in their place says nothing to a reader. */
function cutTexts(texts: Texts, cuts: Cut[]): JsonObject {
  const cut: Record<string, Json> = {}
  for (const [name, limit] of Object.entries(LONGEST)) {
    const value = texts[name as keyof Texts]
    if (typeof value === 'string') cut[name] = cutText(value.trim(), limit, name, cuts)
  }
  return cut
}
