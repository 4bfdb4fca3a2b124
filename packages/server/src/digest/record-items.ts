import { readTime } from '#event/clock.ts'
import { objectOr, text } from '#event/read.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { Drop } from '#domain/intake/outcome.ts'
import type { Outcome } from '#domain/intake/outcome.ts'
import { parseEnvelope } from '#protocol/envelope.ts'
import type { Receipt, SpoolRecord } from '#spool/spool.ts'
import { otlpHeader } from './otlp-item.ts'

export interface RecordItem {
  /** Its place in the request. */
  readonly index: number
  readonly type: string
  /** The item's header line. */
  readonly header: Uint8Array
  readonly payload: Uint8Array
}

export interface RecordItems {
  readonly items: readonly RecordItem[]
  readonly sentAt: number | undefined
  readonly sdk: string | undefined
  /** The share of traces that the sender keeps, where it says so for the whole request. */
  readonly sampleRate?: number | undefined
}

/** Of requests whose body is an item: what the item would say of itself in an envelope. */
const HEADERS: Readonly<Record<Exclude<Receipt['form'], 'envelope'>, { readonly type: string }>> = {
  store: { type: 'event' },
  security: { type: 'raw_security' },
  'otlp-json': otlpHeader('json'),
  'otlp-protobuf': otlpHeader('protobuf'),
}

/** The items of a request in any of its forms, without those that were refused before it was accepted. */
export function itemsOf(record: SpoolRecord): Outcome<RecordItems> {
  const { receipt, body } = record
  if (receipt.form !== 'envelope') {
    const header = HEADERS[receipt.form]
    const item = { index: 0, type: header.type, header: Buffer.from(JSON.stringify(header)), payload: body }
    return { items: [item], sentAt: undefined, sdk: receipt.sdk }
  }
  const envelope = parseEnvelope(body)
  if (envelope instanceof Drop) return envelope
  const refused = new Set(receipt.refusedItems)
  const items = envelope.items
    .filter((item) => !refused.has(item.index))
    .map((item) => ({
      index: item.index,
      type: item.type,
      header: item.headerLine,
      payload: item.payload,
    }))
  return {
    items,
    sentAt: readTime(envelope.header['sent_at']),
    sdk: receipt.sdk ?? clientName(envelope.header),
    sampleRate: readRate(objectOr(envelope.header['trace'])['sample_rate']),
  }
}

function clientName(header: JsonObject): string | undefined {
  const sdk = objectOr(header['sdk'])
  const name = text(sdk['name'])
  const version = text(sdk['version'])
  return name !== undefined && version !== undefined ? `${name}/${version}` : name
}

/** A number, or the text that it is in headers. */
export function readRate(sent: Json | undefined): number | undefined {
  const rate = typeof sent === 'string' ? Number(sent) : sent
  return typeof rate === 'number' && rate > 0 && rate <= 1 ? rate : undefined
}
