import { parentPort, workerData } from 'node:worker_threads'
import { openFileSpoolReader } from '#spool/file-spool-reader.ts'

/** Reads up to each given position and returns what it got. */
const { dir } = workerData as { dir: string }
const log = { debug() {}, info() {}, warn() {}, error() {} }
const reader = await openFileSpoolReader({ dir, log })
let position = await reader.first()
let reading = Promise.resolve()

function answer(bodies: string[], quarantined: number): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
  parentPort?.postMessage({ bodies, quarantined, next: position })
}

async function readUntil(until: number): Promise<void> {
  while (position < until) {
    const read = await reader.read(position, until, { maxBytes: 64 * 1024, maxRecords: 100 })
    position = read.next
    answer(
      read.records.map((record) => Buffer.from(record.body).toString()),
      read.quarantined.length,
    )
  }
}

parentPort?.on('message', (until: number) => {
  reading = reading.then(() => readUntil(until))
})
answer([], 0)
