import type { JsonObject } from '#domain/json.ts'
import { MOMENT } from '#domain/testing.ts'
import { encodeEnvelope } from '#protocol/encode-envelope.ts'
import type { ItemToEncode } from '#protocol/encode-envelope.ts'
import type { Receipt, SpoolRecord } from '#spool/spool.ts'

export function aReceipt(over: Partial<Receipt> = {}): Receipt {
  return { receivedAt: MOMENT, projectId: '1', keyId: 'k', form: 'envelope', ...over }
}

export function anEnvelope(items: readonly ItemToEncode[], header: JsonObject = {}): Buffer {
  return encodeEnvelope(header, items)
}

/** A record as the spool hands it out. */
export function aRecord(body: Uint8Array, receipt: Partial<Receipt> = {}, position = 1000): SpoolRecord {
  return { position, next: position + body.length + 100, receipt: aReceipt(receipt), body }
}
