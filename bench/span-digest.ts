import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillSpool } from './fill-spool.ts'
import { digestedEvents, install, uninstall, type Installation } from './installation.ts'
import { recordedSpans, varied, type RecordedSpan } from './span-rows.ts'

const SPANS_PER_ENVELOPE = 40
const SENDERS = 8
/** Each time it is asked, the server spends two milliseconds on its answer. */
const ASK_EVERY_MS = 100

/** Spans a second from the first request to the last row in the stores: accepted, parsed, scrubbed, named and written. */
export async function sentSpanRate(spans: number): Promise<number> {
  const envelopes = spanEnvelopes(spans)
  const installation = await install()
  try {
    // The server's code is compiled by what it runs.
    const first = envelopes.slice(0, envelopes.length / 10)
    await sendAll(installation, first)
    await digested(installation, first.length * SPANS_PER_ENVELOPE)
    const started = performance.now()
    await sendAll(installation, envelopes.slice(first.length))
    await digested(installation, spans)
    return ((spans - first.length * SPANS_PER_ENVELOPE) * 1000) / (performance.now() - started)
  } finally {
    await uninstall(installation)
  }
}

/** Spans a second that a server works off which finds them in its log: without the work of sending and accepting them. */
export async function digestedSpanRate(spans: number): Promise<number> {
  const installation = await install((data) =>
    fillSpool(
      data,
      spanEnvelopes(spans).map((text) => Buffer.from(text)),
    ),
  )
  try {
    const first = await digested(installation, spans / 10)
    const started = performance.now()
    const all = await digested(installation, spans)
    return ((all - first) * 1000) / (performance.now() - started)
  } finally {
    await uninstall(installation)
  }
}

/** Resolves when this many spans are in the stores; answers how many there are then. */
async function digested(installation: Installation, spans: number): Promise<number> {
  for (;;) {
    const there = await digestedEvents(installation)
    if (there >= spans) return there
    await sleep(ASK_EVERY_MS)
  }
}

const spanEnvelopes = (spans: number): readonly string[] => {
  const recorded = recordedSpans()
  return Array.from({ length: spans / SPANS_PER_ENVELOPE }, () => spanEnvelope(recorded))
}

/** Resolves when all were accepted. */
async function sendAll({ server, path }: Installation, envelopes: readonly string[]): Promise<void> {
  const waiting = envelopes.values()
  const send = async () => {
    for (const body of waiting) {
      const response = await fetch(`${server.url.origin}${path}`, { method: 'POST', body })
      if (!response.ok) throw new Error(`a span envelope was answered with ${response.status}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, send))
}

const hex = (bytes: number): string => randomBytes(bytes).toString('hex')

/** A visit with spans as they were recorded, but with ids, times, numbers and addresses of its own. */
function spanEnvelope(recorded: readonly RecordedSpan[]): string {
  const traceId = hex(16)
  const segmentId = hex(8)
  const path = `/shop/${randomInt(60)}/${randomInt(1e6)}`
  const at = Date.now() / 1000 - randomInt(60)
  const items = Array.from({ length: SPANS_PER_ENVELOPE }, (_, index) => {
    const { name, attributes } = recorded[randomInt(recorded.length)]!
    const isSegment = index === SPANS_PER_ENVELOPE - 1
    const own = Object.entries(attributes).map(([key, attribute]) => [
      key,
      { ...attribute, value: varied(attribute.value, path) },
    ])
    return {
      name,
      span_id: isSegment ? segmentId : hex(8),
      trace_id: traceId,
      ...(!isSegment && { parent_span_id: segmentId }),
      start_timestamp: at,
      end_timestamp: at + randomInt(900) / 1000,
      is_segment: isSegment,
      status: 'ok',
      attributes: { ...Object.fromEntries(own), 'sentry.segment.id': { value: segmentId, type: 'string' } },
    }
  })
  const header = { sent_at: new Date().toISOString(), trace: { trace_id: traceId } }
  const item = {
    type: 'span',
    item_count: items.length,
    content_type: 'application/vnd.sentry.items.span.v2+json',
  }
  return [header, item, { version: 2, items }].map((part) => JSON.stringify(part)).join('\n')
}
