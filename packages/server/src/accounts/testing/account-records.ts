import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '#domain/testing.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'

/** Records for the suites of accounts that every engine passes. */
export interface AccountRecords {
  /** Again after a restart. */
  open(): Promise<RecordStore>
  /** Everything that is stored, as a thief of the disk would find it. */
  bytes(): Promise<Buffer>
  cleanup(): Promise<void>
  /** Whether attempts are counted in the records, as where several nodes share them. */
  readonly countsAttempts: boolean
  /** Lets time pass for what is counted there. */
  pass(ms: number): Promise<void>
}

export async function inSqlite(): Promise<AccountRecords> {
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-accounts-'))
  const file = join(folder, 'records.sqlite')
  return {
    open: () => openTestRecords({ file, log: silentLog }),
    async bytes() {
      const files = ['', '-wal'].map((end) => readFile(`${file}${end}`).catch(() => Buffer.alloc(0)))
      return Buffer.concat(await Promise.all(files))
    },
    cleanup: () => rm(folder, { recursive: true }),
    countsAttempts: false,
    pass: async () => {},
  }
}
