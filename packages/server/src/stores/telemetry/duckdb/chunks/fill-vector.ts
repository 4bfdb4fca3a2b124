import { type DuckDBType, DuckDBTypeId, type DuckDBUUIDValue, type DuckDBValue } from '@duckdb/node-api'
import bindings, { type Vector } from '@duckdb/node-bindings'

/*
 * A vector in one copy instead of value by value. The client's own way calls into the engine for every text and calculates
 * with big integers for every value that is there or not, which is twice the work (decision 21).
 */

/** DuckDB's vector size: the most a chunk can hold. */
export const CHUNK_ROWS = 2048

/** The size of a text or a UUID, the widest values there are. */
const WIDEST = 16
/** Of a text that is kept within its value; of a longer one the engine keeps the bytes, and the value says where. */
const INLINE_BYTES = 12
/** Longer ones are rarely the same twice. */
const REPEATED_CHARS = 128

/** Filled anew for each vector, and copied from there. */
const memory = new ArrayBuffer(CHUNK_ROWS * WIDEST)
const bytes = new Uint8Array(memory)
const words = new Uint32Array(memory)
const integers = new BigInt64Array(memory)
const doubles = new Float64Array(memory)
/** A bit for each row: 1 where it has a value. */
const present = new Uint32Array(CHUNK_ROWS / 32)

type ValueAt = (row: number) => DuckDBValue

/** Gives the vector of a new chunk the values of this many rows. */
export function fillVector(vector: Vector, type: DuckDBType, rows: number, valueAt: ValueAt): void {
  present.fill(0xffffffff)
  const { width, fill } = layoutOf(type)
  const isComplete = fill(rows, valueAt, vector)
  bindings.copy_data_to_vector(vector, 0, memory, 0, rows * width)
  if (isComplete) return
  bindings.vector_ensure_validity_writable(vector)
  bindings.copy_data_to_vector_validity(vector, 0, present.buffer, 0, Math.ceil(rows / 64) * 8)
}

interface Layout {
  /** Bytes of a value. */
  readonly width: number
  /** Answers whether every row has a value. */
  readonly fill: (rows: number, valueAt: ValueAt, vector: Vector) => boolean
}

function layoutOf(type: DuckDBType): Layout {
  const layout = LAYOUTS[type.typeId]
  if (layout === undefined) throw new TypeError(`no column may be of the type ${type.toString()}`)
  return layout
}

const LAYOUTS: Readonly<Partial<Record<DuckDBTypeId, Layout>>> = {
  [DuckDBTypeId.BOOLEAN]: fixed(1, (row, value) => (bytes[row] = value === true ? 1 : 0)),
  [DuckDBTypeId.TINYINT]: fixed(1, (row, value) => (bytes[row] = value as number)),
  [DuckDBTypeId.BIGINT]: fixed(8, (row, value) => (integers[row] = value as bigint)),
  [DuckDBTypeId.DOUBLE]: fixed(8, (row, value) => (doubles[row] = value as number)),
  [DuckDBTypeId.UUID]: fixed(16, (row, value) => {
    const { hugeint } = value as DuckDBUUIDValue
    integers[2 * row] = BigInt.asIntN(64, hugeint)
    integers[2 * row + 1] = hugeint >> 64n
  }),
  [DuckDBTypeId.VARCHAR]: { width: WIDEST, fill: fillTexts },
}

type Put = (row: number, value: DuckDBValue) => void

function fixed(width: number, put: Put): Layout {
  return { width, fill: (rows, valueAt) => eachPresent(rows, valueAt, put) }
}

function eachPresent(rows: number, valueAt: ValueAt, put: Put): boolean {
  let isComplete = true
  for (let row = 0; row < rows; row++) {
    const value = valueAt(row)
    if (value !== null) {
      put(row, value)
      continue
    }
    isComplete = false
    present[row >>> 5]! &= ~(1 << (row & 31))
  }
  return isComplete
}

function fillTexts(rows: number, valueAt: ValueAt, vector: Vector): boolean {
  // The bytes behind a short text are compared with it.
  bytes.fill(0, 0, rows * WIDEST)
  const long: Array<readonly [row: number, from: number]> = []
  const firstRows = new Map<string, number>()
  const isComplete = eachPresent(rows, valueAt, (row, value) => {
    const text = value as string
    if (putShort(row, text)) return
    const from = firstRows.get(text) ?? row
    long.push([row, from])
    if (from < row) return
    bindings.vector_assign_string_element(vector, row, text)
    if (text.length <= REPEATED_CHARS) firstRows.set(text, row)
  })
  if (long.length > 0) copyLong(vector, rows, long)
  return isComplete
}

/** Answers false where it may be longer than fits. */
function putShort(row: number, text: string): boolean {
  if (text.length > INLINE_BYTES) return false
  const at = row * WIDEST + 4
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code > 0x7f) return false
    bytes[at + index] = code
  }
  words[row * 4] = text.length
  return true
}

/** What the engine assigned to the first row of each long text; a text that comes again is kept once. */
function copyLong(
  vector: Vector,
  rows: number,
  long: ReadonlyArray<readonly [row: number, from: number]>,
): void {
  const { buffer, byteOffset } = bindings.vector_get_data(vector, rows * WIDEST)
  const assigned = new Uint32Array(buffer, byteOffset, rows * 4)
  for (const [row, from] of long)
    for (let word = 0; word < 4; word++) words[row * 4 + word] = assigned[from * 4 + word]!
}
