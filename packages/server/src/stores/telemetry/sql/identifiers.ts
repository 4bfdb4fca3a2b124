/** Length of an event id in bytes. */
export const EVENT_ID_BYTES = 16

const DECIMAL = /^(?:0|[1-9]\d{0,17})$/
const EVENT_ID = /^[0-9a-f]{32}$/

/** The integer behind a decimal id; undefined for anything else, which no row can have. */
export function parseDecimalId(id: string): bigint | undefined {
  return DECIMAL.test(id) ? BigInt(id) : undefined
}

export function requireDecimalId(id: string): bigint {
  const parsed = parseDecimalId(id)
  if (parsed === undefined) throw new TypeError(`not a decimal id: ${id}`)
  return parsed
}

/** The 16 bytes behind an event id; undefined for anything else. */
export function parseEventId(id: string): Buffer | undefined {
  return EVENT_ID.test(id) ? Buffer.from(id, 'hex') : undefined
}

export function requireEventId(id: string): Buffer {
  const parsed = parseEventId(id)
  if (parsed === undefined) throw new TypeError(`not an event id: ${id}`)
  return parsed
}
