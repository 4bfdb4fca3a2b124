import { normalise } from '#event/normalise.ts'
import type { FeedbackRow } from '#stores/telemetry/feedback.ts'
import type { SessionRow } from '#stores/telemetry/sessions.ts'
import type { ReadSpan } from '#digest/kinds/spans/span-row.ts'
import type { ReadEvent } from '#digest/kinds/errors/read.ts'
import type { DigestedParts } from './digest.ts'
import { digestRecording, recordings } from './recordings.ts'

/** What a person can check against the recording: fixtures/expected/outcomes.json holds one per file. */
export function outcomes(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    recordings().map((recording) => [recording.name, outcomeOf(digestRecording(recording))]),
  )
}

function outcomeOf({ events, raw, sessions, spans, feedback, counts, failures }: DigestedParts): object {
  const cuts = events.flatMap((item) => item.counts).filter((count) => count.outcome === 'cut')
  const dropped = counts.filter((count) => count.outcome === 'dropped')
  return {
    ...(events.length > 0 && { events: events.map(eventOf) }),
    ...(sessions.length > 0 && { sessions: sessions.map(sessionOf) }),
    ...(spans.length > 0 && { spans: spans.map(spanOf) }),
    ...(feedback.length > 0 && { feedback: feedback.map(feedbackOf) }),
    ...(raw.length > 0 && { keptRaw: raw.map((row) => row.itemType) }),
    ...(cuts.length > 0 && { cut: cuts.map((count) => count.reason) }),
    ...(dropped.length > 0 && { dropped: dropped.map((count) => count.reason) }),
    ...(failures.length > 0 && { failures: failures.length }),
  }
}

function sessionOf({ release, environment, status, quantity, session, user }: SessionRow): string {
  const what = session === undefined ? `${quantity} together` : 'one'
  return [what, status, release, environment ?? '-', user === undefined ? 'nobody' : 'somebody'].join(', ')
}

function feedbackOf(row: FeedbackRow): string {
  const { message, name, email, url, eventId, replayId, release, environment } = row
  const about = eventId === undefined ? 'no event' : `about ${eventId}`
  const who = [name, email, url, release, environment].map((part) => part ?? '-')
  return [message, ...who, about, ...(replayId === undefined ? [] : [`replay ${replayId}`])].join(' | ')
}

function spanOf(span: ReadSpan): string {
  const { op, name, status, duration, isSegment, segmentId, route, path, release, environment, vitals } = span
  const { attributes, links, cuts, scrubbed } = span.details
  const said = [
    op,
    name,
    status,
    `${Math.round(duration)} ms`,
    isSegment ? 'segment' : segmentId === undefined ? 'alone' : 'child',
    `route ${route ?? '-'}`,
    `path ${path ?? '-'}`,
    release ?? '-',
    environment ?? '-',
    `${span.browser ?? '-'}, ${span.os ?? '-'}`,
    `${Object.keys(attributes).length} attributes`,
  ]
  for (const [vital, value] of Object.entries(vitals)) said.push(`${vital} ${Math.round(value * 100) / 100}`)
  if (span.sampleRate !== undefined) said.push(`sampled at ${span.sampleRate}`)
  if (span.user !== undefined) said.push(`user ${span.user}`)
  if (links.length > 0) said.push(`${links.length} links`)
  if (cuts.length > 0) said.push(`cut ${cuts.length}`)
  if (scrubbed.length > 0) said.push(`scrubbed ${scrubbed.map(({ path: at }) => at).join(' ')}`)
  return said.join(' | ')
}

function eventOf({ row }: ReadEvent): object {
  const event = normalise(row.document.payload, row.document.received, row)
  return {
    id: row.eventId,
    kind: row.kind,
    level: row.level,
    type: row.type,
    title: row.title,
    culprit: row.culprit,
    platform: row.platform,
    release: row.release ?? null,
    environment: row.environment ?? null,
    exceptions: event.exceptions.map((one) => `${one.type ?? ''} (${one.frames.length} frames)`),
    handled: row.handled ?? null,
    user: row.user ?? null,
    client: [row.browser, row.os, row.device].map((part) => part ?? '-').join(', '),
    sdk: row.sdk ?? null,
    tags: row.tags.length,
    breadcrumbs: event.breadcrumbs.length,
    secondsAfterReceipt: Math.round((row.occurredAt - row.receivedAt) / 1000) || 0,
    traced: row.traceId !== undefined,
    grouped: row.document.grouping.evidence.rule,
    scrubbed: row.document.scrubbed.map((mark) => mark.path),
  }
}
