import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** About what 30 senders of 4 KB make one commit of. */
const COMMIT_BYTES = 128 * 1024
const FILE_BYTES = 64 * 1024 * 1024

/**
 * What the disk under the temporary folder takes when every write is synced, in megabytes per second. A virtual disk
 * may be many times faster for its first seconds than it is in the long run, which bounds how much can be accepted.
 */
export function syncedWriteRate(seconds: number): number {
  const dir = mkdtempSync(join(tmpdir(), 'hindcast-bench-disk-'))
  const file = openSync(join(dir, 'commits'), 'w')
  const commit = Buffer.alloc(COMMIT_BYTES, 7)
  const started = performance.now()
  let written = 0
  while (performance.now() - started < seconds * 1000) {
    writeSync(file, commit, 0, COMMIT_BYTES, written % FILE_BYTES)
    fdatasyncSync(file)
    written += COMMIT_BYTES
  }
  const took = (performance.now() - started) / 1000
  closeSync(file)
  rmSync(dir, { recursive: true, force: true })
  return written / 1e6 / took
}
