import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '../packages/server/src/domain/json.ts'
import type { SpanRow } from '../packages/server/src/stores/telemetry/spans.ts'

export interface RecordedSpan {
  readonly name: string
  readonly is_segment?: boolean
  readonly attributes: Readonly<Record<string, { readonly value: Json }>>
}

const FIXTURES = join(import.meta.dirname, '../fixtures/sdk')

/** Every span that the recorded SDKs streamed. */
export function recordedSpans(): readonly RecordedSpan[] {
  return readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.span[^/]*\.bin$/.test(file))
    .flatMap((file) => readFileSync(join(FIXTURES, file), 'utf8').split('\n'))
    .flatMap((line) => {
      if (!line.startsWith('{"version":2')) return []
      return (JSON.parse(line) as { readonly items: readonly RecordedSpan[] }).items
    })
}

const hex = (bytes: number): string => randomBytes(bytes).toString('hex')
const oneOf = <T>(values: readonly T[]): T => values[randomInt(values.length)]!

/**
 * A trace of 4 to 40 spans with what was recorded, but ids, numbers and addresses of its own: attributes that are the same in
 * every span would compress better than any traffic does.
 */
export function* someSpans(recorded: readonly RecordedSpan[]): Generator<SpanRow, never> {
  let seq = 0
  for (let at = Date.UTC(2026, 10, 1); ; at += 20) {
    const traceId = hex(16)
    const segmentId = hex(8)
    const page = { route: `/shop/${randomInt(60)}/:id`, path: `/shop/${randomInt(60)}/${randomInt(1e6)}` }
    const [user, release] = [`id:${randomInt(50_000)}`, `shop@4.${randomInt(30)}`]
    for (let left = randomInt(4, 41), isSegment = true; left > 0; left -= 1, isSegment = false) {
      const { name, attributes } = oneOf(recorded)
      const own = Object.entries(attributes).map(
        ([key, { value }]) => [key, varied(value, page.path)] as const,
      )
      seq += 40
      yield {
        seq,
        receivedAt: at,
        projectId: '1',
        traceId,
        spanId: isSegment ? segmentId : hex(8),
        parentSpanId: isSegment ? undefined : segmentId,
        segmentId,
        isSegment,
        startedAt: at - randomInt(5_000_000) / 1000,
        duration: randomInt(900_000) / 1000,
        op: opOf(attributes),
        name,
        status: randomInt(50) === 0 ? 'error' : 'ok',
        segmentName: page.route,
        route: page.route,
        path: page.path,
        release,
        environment: 'production',
        user,
        browser: 'Chrome 156',
        os: 'Windows 11',
        device: undefined,
        sampleRate: 0.25,
        vitals: isSegment ? { lcp: randomInt(4000), cls: randomInt(300) / 1000, ttfb: randomInt(900) } : {},
        details: { attributes: Object.fromEntries(own), links: [], cuts: [], scrubbed: [] },
      }
    }
  }
}

function opOf(attributes: RecordedSpan['attributes']): string {
  const op = attributes['sentry.op']?.value
  return typeof op === 'string' ? op : 'default'
}

export function varied(value: Json, path: string): Json {
  if (typeof value === 'number') return Number.isInteger(value) ? randomInt(10_000) : Math.random() * 1000
  if (typeof value !== 'string') return value
  if (/^[0-9a-f]{16,32}$/.test(value)) return hex(value.length / 2)
  return /^https?:\/\//.test(value) ? `${new URL(value).origin}${path}?page=${randomInt(100)}` : value
}

export function take<T>(from: Iterator<T, never>, count: number): T[] {
  return Array.from({ length: count }, () => from.next().value)
}
