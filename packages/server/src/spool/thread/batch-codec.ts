export interface Waiting {
  /** JSON. */
  readonly receipt: string
  readonly body: Uint8Array
}

/** One transferable buffer for everything of a turn: lengths 4 + 4, receipt, body, and so on. */
export function encodeBatch(records: readonly Waiting[]): ArrayBuffer {
  const receiptBytes = records.map(({ receipt }) => Buffer.byteLength(receipt))
  const total = records.reduce((sum, { body }, index) => sum + 8 + receiptBytes[index]! + body.byteLength, 0)
  // Not from Node's pool: transferring would take the whole pool away.
  const bytes = Buffer.allocUnsafeSlow(total)
  let at = 0
  for (const [index, { receipt, body }] of records.entries()) {
    at = bytes.writeUInt32LE(receiptBytes[index]!, at)
    at = bytes.writeUInt32LE(body.byteLength, at)
    at += bytes.write(receipt, at)
    bytes.set(body, at)
    at += body.byteLength
  }
  return bytes.buffer
}

/** Bodies are views: nothing is copied again. */
export function decodeBatch(buffer: ArrayBuffer): readonly Waiting[] {
  const bytes = Buffer.from(buffer)
  const records: Waiting[] = []
  for (let at = 0; at < bytes.length;) {
    const receiptEnd = at + 8 + bytes.readUInt32LE(at)
    const end = receiptEnd + bytes.readUInt32LE(at + 4)
    records.push({
      receipt: bytes.toString('utf8', at + 8, receiptEnd),
      body: bytes.subarray(receiptEnd, end),
    })
    at = end
  }
  return records
}
