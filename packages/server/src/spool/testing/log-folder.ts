import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Log } from '#domain/log.ts'
import { openFileSpool, type FileSpool, type FileSpoolOptions } from '#spool/file-spool.ts'
import { openFileSpoolReader } from '#spool/file-spool-reader.ts'
import { layRecord, roomFor, stampRecords } from '#spool/record.ts'
import type { Quarantined, Receipt, Spool, SpoolRecord } from '#spool/spool.ts'

export const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} }

export function aReceipt(over: Partial<Receipt> = {}): Receipt {
  return { receivedAt: 1_700_000_000_000, projectId: '1', keyId: 'k1', form: 'envelope', ...over }
}

/** A body as senders make them: it never ends in a zero byte. */
export function aBody(text: string): Buffer {
  return Buffer.from(`${text}\n`)
}

/** The bytes of a record that stand before its body. */
export function headOf(seed: number, position: number, receipt: Receipt, body: Uint8Array): Buffer {
  const json = JSON.stringify(receipt)
  const room = Buffer.alloc(roomFor(json, body))
  const record = room.subarray(0, layRecord(room, 0, json, body))
  stampRecords(record, position, seed)
  return record.subarray(0, record.length - body.byteLength)
}

/** A folder that is gone when the test is. */
export async function aFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'hindcast-spool-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return join(dir, 'spool')
}

export function openTestSpool(dir: string, over: Partial<FileSpoolOptions> = {}): Promise<FileSpool> {
  return openFileSpool({
    dir,
    limitBytes: 1e9,
    reserveBytes: 0,
    segmentBytes: 1e6,
    retryAfterSeconds: 30,
    now: () => 0,
    log: quiet,
    ...over,
  })
}

/** A spool that is closed again. */
export async function withSpool<T>(
  dir: string,
  over: Partial<FileSpoolOptions>,
  use: (spool: Spool) => Promise<T>,
): Promise<T> {
  const spool = await openTestSpool(dir, over)
  try {
    return await use(spool)
  } finally {
    await spool.close()
  }
}

/** Everything from `from` to `until`, in as many reads as it takes. */
export async function readAll(
  dir: string,
  from: number,
  until: number,
  limits = { maxBytes: 1e6, maxRecords: 1000 },
): Promise<{ records: SpoolRecord[]; quarantined: Quarantined[] }> {
  const reader = await openFileSpoolReader({ dir, log: quiet })
  const records: SpoolRecord[] = []
  const quarantined: Quarantined[] = []
  try {
    for (let position = from; position < until;) {
      const read = await reader.read(position, until, limits)
      if (read.next <= position) throw new Error(`the reader stands still at ${position}`)
      records.push(...read.records)
      quarantined.push(...read.quarantined)
      position = read.next
    }
    return { records, quarantined }
  } finally {
    await reader.close()
  }
}

export const textOf = (record: SpoolRecord): string => Buffer.from(record.body).toString().replace(/\n$/, '')
