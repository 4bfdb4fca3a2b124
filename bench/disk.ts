import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** About what 30 senders of 4 KB make one commit of. */
const COMMIT_BYTES = 128 * 1024
const FILE_BYTES = 32 * 1024 * 1024

/**
 * Megabytes per second that a loop of nothing but growing a file and syncing it gets, on this disk and beside whatever
 * else the machine does now: no durable server can accept more, and one that shares the processors accepts less.
 */
export function syncedWriteRate(seconds: number): number {
  const dir = mkdtempSync(join(tmpdir(), 'hindcast-bench-disk-'))
  const commit = Buffer.alloc(COMMIT_BYTES, 7)
  const started = performance.now()
  const passed = () => (performance.now() - started) / 1000
  let written = 0
  while (passed() < seconds) {
    const file = openSync(join(dir, 'commits'), 'w')
    for (let at = 0; at < FILE_BYTES && passed() < seconds; at += COMMIT_BYTES) {
      writeSync(file, commit, 0, COMMIT_BYTES, at)
      fdatasyncSync(file)
      written += COMMIT_BYTES
    }
    closeSync(file)
  }
  const rate = written / 1e6 / passed()
  rmSync(dir, { recursive: true, force: true })
  return rate
}
