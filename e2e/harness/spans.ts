import { send } from './send.ts'

export interface SentSpan {
  readonly id: number
  readonly parent?: number
  /** Milliseconds since the start of the trace. */
  readonly start: number
  readonly duration: number
  readonly op?: string
  readonly name?: string
  readonly attributes?: Readonly<Record<string, string | number>>
}

/** Containers hold no more. */
const PER_ENVELOPE = 5000

export const spanId = (id: number): string => id.toString(16).padStart(16, '0')

/** Sends spans as SDKs stream them, without an SDK. The first one is the segment. */
export async function sendSpans(
  dsn: string,
  traceId: string,
  startedAt: number,
  spans: readonly SentSpan[],
): Promise<void> {
  const segment = spanId(spans[0]!.id)
  const items = spans.map(
    ({ id, parent, start, duration, op = 'function', name = 'work', attributes = {} }) => ({
      trace_id: traceId,
      span_id: spanId(id),
      ...(parent !== undefined && { parent_span_id: spanId(parent) }),
      name,
      is_segment: spanId(id) === segment,
      start_timestamp: (startedAt + start) / 1000,
      end_timestamp: (startedAt + start + duration) / 1000,
      status: 'ok',
      attributes: {
        'sentry.op': { type: 'string', value: op },
        'sentry.segment.id': { type: 'string', value: segment },
        ...typed(attributes),
      },
    }),
  )
  await sendStreamed(dsn, items)
}

/** Sends spans that are as SDKs stream them already. */
export async function sendStreamed(dsn: string, items: readonly object[]): Promise<void> {
  const { origin, username, pathname } = new URL(dsn)
  for (let from = 0; from < items.length; from += PER_ENVELOPE) {
    const part = items.slice(from, from + PER_ENVELOPE)
    const header = {
      type: 'span',
      item_count: part.length,
      content_type: 'application/vnd.sentry.items.span.v2+json',
    }
    const lines = [{}, header, { items: part }].map((line) => JSON.stringify(line))
    const { status, body } = await send(origin, {
      method: 'POST',
      path: `/api${pathname}/envelope/`,
      query: `?sentry_key=${username}`,
      body: Buffer.from(lines.join('\n')),
    })
    if (status !== 200) throw new Error(`the spans were answered with ${status}: ${body}`)
  }
}

/** Attributes as they are streamed. */
export function typed(attributes: Readonly<Record<string, string | number>>) {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      { type: typeof value === 'string' ? 'string' : 'double', value },
    ]),
  )
}
