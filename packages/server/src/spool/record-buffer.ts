import { layRecord, roomFor } from './record.ts'

const FIRST_BYTES = 256 * 1024
/** A larger one was for an unusual body and is not worth its memory. */
const KEPT_BYTES = 1024 * 1024

export interface RecordBuffer {
  /** Writes the record behind the others, and returns its distance from the first. */
  add(receipt: string, body: Uint8Array): number
  readonly bytes: number
  /** Hands over what was written; the sheet is empty then. */
  take(): Buffer
  /** What was handed over and is needed no more. */
  giveBack(records: Buffer): void
}

/**
 * Records in the form they have on disk, one behind the other. A body is copied when it comes: kept until the commit,
 * it would outlive the garbage collector's first look, which is dear.
 */
export function createRecordBuffer(): RecordBuffer {
  let paper: Buffer = Buffer.alloc(0)
  let spare: Buffer | undefined
  let end = 0

  const makeRoom = (bytes: number) => {
    const written = paper.subarray(0, end)
    if (end === 0 && spare !== undefined && spare.length >= bytes) {
      paper = spare
      spare = undefined
    } else {
      paper = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, end + bytes, 2 * end))
    }
    written.copy(paper)
  }

  return {
    add(receipt, body) {
      const room = roomFor(receipt, body)
      if (end + room > paper.length) makeRoom(room)
      const at = end
      end = layRecord(paper, at, receipt, body)
      return at
    },
    get bytes() {
      return end
    },
    take() {
      const records = paper.subarray(0, end)
      paper = Buffer.alloc(0)
      end = 0
      return records
    },
    giveBack(records) {
      if (records.buffer.byteLength <= KEPT_BYTES) spare = Buffer.from(records.buffer)
    },
  }
}
