import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as it arrived, whether in a transaction or in a list of spans. */
export interface RecordedSpan {
  readonly op: string
  readonly name: string
  readonly start: number
  readonly end: number
  readonly attributes: Readonly<Record<string, unknown>>
}

export interface SpanRecorder {
  readonly dsn: string
  spans(): readonly RecordedSpan[]
  close(): Promise<void>
}

interface Item {
  readonly header: { readonly type: string }
  readonly payload: unknown
}

function itemsOf(envelope: string): Item[] {
  const [, ...lines] = envelope.split('\n').filter((line) => line !== '')
  const items: Item[] = []
  for (let at = 0; at + 1 < lines.length; at += 2)
    items.push({ header: JSON.parse(lines[at]!) as Item['header'], payload: JSON.parse(lines[at + 1]!) })
  return items
}

interface Attribute {
  readonly value: unknown
}
interface StreamedSpan {
  readonly name: string
  readonly start_timestamp: number
  readonly end_timestamp: number
  readonly attributes: Readonly<Record<string, Attribute>>
}
interface StaticSpan {
  readonly op?: string
  readonly description?: string
  readonly start_timestamp: number
  readonly timestamp: number
  readonly data?: Readonly<Record<string, unknown>>
}
interface Transaction extends StaticSpan {
  readonly transaction: string
  readonly contexts: { readonly trace: StaticSpan }
  readonly spans?: readonly StaticSpan[]
}

const fromStatic = (span: StaticSpan, name = span.description): RecordedSpan => ({
  op: span.op ?? '',
  name: name ?? '',
  start: span.start_timestamp,
  end: span.timestamp,
  attributes: span.data ?? {},
})

function spansOf({ header, payload }: Item): RecordedSpan[] {
  // Without a list it is a measurement of the SDK's own.
  if (header.type === 'span')
    return ((payload as { readonly items?: readonly StreamedSpan[] }).items ?? []).map((span) => {
      const attributes = Object.fromEntries(
        Object.entries(span.attributes).map(([key, { value }]) => [key, value]),
      )
      const op = attributes['sentry.op'] as string
      return { op, name: span.name, start: span.start_timestamp, end: span.end_timestamp, attributes }
    })
  if (header.type !== 'transaction') return []
  const { transaction, contexts, spans = [], ...times } = payload as Transaction
  return [fromStatic({ ...times, ...contexts.trace }, transaction), ...spans.map((span) => fromStatic(span))]
}

/** A server that takes what SDKs send and keeps its spans. */
export async function recordSpans(): Promise<SpanRecorder> {
  const recorded: RecordedSpan[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      if (request.method === 'POST') recorded.push(...itemsOf(body).flatMap(spansOf))
      response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*')
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    dsn: `http://abcabcabcabcabcabcabcabcabcabcab@localhost:${(server.address() as AddressInfo).port}/1`,
    spans: () => recorded,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
