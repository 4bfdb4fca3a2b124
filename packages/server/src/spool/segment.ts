import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = /^(\d{16})\.seg$/

/** One file of the log. It ends where the next one starts, however long the file itself is. */
export interface Segment {
  readonly start: number
  readonly path: string
}

export function segmentAt(dir: string, start: number): Segment {
  return { start, path: join(dir, `${String(start).padStart(16, '0')}.seg`) }
}

/** The segments of a folder, oldest first. */
export async function listSegments(dir: string): Promise<readonly Segment[]> {
  return (await readdir(dir))
    .map((name) => Number(NAME.exec(name)?.[1] ?? Number.NaN))
    .filter((start) => Number.isSafeInteger(start))
    .sort((a, b) => a - b)
    .map((start) => segmentAt(dir, start))
}
