import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { digestFolder, openFolder } from './digest-folder.ts'
import type { DigestOrder } from './digest-folder.ts'
import { watchWrites } from './write-points.ts'

/** A moment between two writes. Moments with the same state leave the same files behind when the process dies. */
export interface WritePoint {
  readonly write: string
  readonly state: string
}

/**
 * Digests the folder and dies before the write of the given number. Without a number it says where it could have died.
 */
const [text = ''] = process.argv.slice(2)
const { dieBefore, ...order } = JSON.parse(text) as DigestOrder & { readonly dieBefore?: number }
const stores = await openFolder(order.folder)
const points: WritePoint[] = []

const before = await watchWrites((write) => {
  if (points.length === dieBefore) process.kill(process.pid, 'SIGKILL')
  points.push({ write, state: dieBefore === undefined ? stateOf(order.folder) : '' })
})
await digestFolder(stores, order)
before('nothing: all is written')
process.stdout.write(JSON.stringify(points))
// Nothing is closed: this is how a process ends that dies after its last write.
process.kill(process.pid, 'SIGKILL')

/** Of every file except the index of a write-ahead log, which is rebuilt when the file is opened. */
function stateOf(folder: string): string {
  const state = createHash('sha256')
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('-shm')) continue
    const file = join(entry.parentPath, entry.name)
    const content = contentOf(file)
    if (content !== undefined) state.update(`${file}\n`).update(content)
  }
  return state.digest('hex')
}

/** Nothing for a file that a thread of DuckDB removed since it was listed. */
function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
