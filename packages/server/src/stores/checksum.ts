import { createHash } from 'node:crypto'

/** What tells two sets of rows apart, whatever their order: how many there are, and the sum of the hashes of all. */
export interface Checksum {
  readonly rows: number
  /** Two sums of 64 bits each, as 32 hex digits. */
  readonly sum: string
}

export const NO_ROWS_SUMMED: Checksum = { rows: 0, sum: '0'.repeat(32) }

/** The values of a row as texts, in the form that both sides agree on. */
export type TextRow = ReadonlyArray<string | null>

/**
 * Rows are hashed one by one and the hashes added up, modulo 2^64 for each half. Added, not combined by exclusive or: a row
 * that is there twice has to count twice. MD5, because every engine can compute it beside its rows.
 */
export function addRows(before: Checksum, rows: Iterable<TextRow>): Checksum {
  let [count, high, low] = [before.rows, half(before.sum, 0), half(before.sum, 16)]
  for (const row of rows) {
    const hash = createHash('md5').update(rowText(row)).digest()
    count += 1
    high += hash.readBigUInt64BE(0)
    low += hash.readBigUInt64BE(8)
  }
  return checksumOf(count, high, low)
}

export function checksumOf(rows: number, high: bigint, low: bigint): Checksum {
  return { rows, sum: digits(high) + digits(low) }
}

/** Each with its length in bytes before it: `a`, `bc` and `ab`, `c` are different rows, and so are null and a text. */
export function rowText(row: TextRow): string {
  return row.map((value) => (value === null ? 'n' : `s${Buffer.byteLength(value)}:${value}`)).join('')
}

const half = (sum: string, at: number): bigint => BigInt(`0x${sum.slice(at, at + 16)}`)
const digits = (sum: bigint): string => BigInt.asUintN(64, sum).toString(16).padStart(16, '0')
