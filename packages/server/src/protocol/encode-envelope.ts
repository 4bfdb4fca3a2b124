import type { JsonObject } from '#domain/json.ts'

export interface ItemToEncode {
  readonly type: string
  /** Further item headers, e.g. `filename`. */
  readonly header?: JsonObject
  /** An object is written as JSON. */
  readonly payload: Uint8Array | string | JsonObject
}

export interface EncodeOptions {
  /** `needed`, as the JavaScript SDKs do: only where a line feed would end the payload early. */
  readonly length?: 'always' | 'needed'
  readonly closingLineFeed?: boolean
}

/** The bytes an SDK would send. */
export function encodeEnvelope(
  header: JsonObject,
  items: readonly ItemToEncode[],
  options: EncodeOptions = {},
): Buffer {
  const parts: Uint8Array[] = [Buffer.from(JSON.stringify(header))]
  for (const item of items) {
    const payload = payloadBytes(item.payload)
    const needsLength = options.length === 'always' || payload.includes(0x0a)
    const itemHeader = { ...item.header, type: item.type, ...(needsLength && { length: payload.length }) }
    parts.push(Buffer.from(`\n${JSON.stringify(itemHeader)}\n`), payload)
  }
  if (options.closingLineFeed === true) parts.push(Buffer.from('\n'))
  return Buffer.concat(parts)
}

function payloadBytes(payload: ItemToEncode['payload']): Uint8Array {
  if (payload instanceof Uint8Array) return payload
  return Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload))
}
