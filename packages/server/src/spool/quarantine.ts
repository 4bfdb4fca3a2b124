import { mkdir, open, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#domain/log.ts'
import { syncDirectory } from './disk.ts'
import type { SegmentView } from './segment-view.ts'
import type { Quarantined } from './spool.ts'
import type { Damage } from './batch.ts'

const COPY_BYTES = 1024 * 1024

const folder = (dir: string) => join(dir, 'quarantine')

export async function countQuarantined(dir: string): Promise<number> {
  const names = await readdir(folder(dir)).catch(() => [])
  return names.filter((name) => name.endsWith('.bin')).length
}

/**
 * Keeps the damaged bytes for a human. Without `view` there are none (a segment is missing) and the file is empty.
 * Named by the range, so that reading it again after a crash does not count it twice. Never throws: a full disk
 * must not stop the reading of what is whole.
 */
export async function quarantine(
  dir: string,
  damage: Damage,
  view: SegmentView | undefined,
  log: Log,
): Promise<Quarantined> {
  const file = join(folder(dir), `${damage.from}-${damage.to}.bin`)
  const kept = { ...damage, file }
  try {
    if (await exists(file)) return kept
    await mkdir(folder(dir), { recursive: true, mode: 0o700 })
    await copy(`${file}.new`, damage, view)
    await rename(`${file}.new`, file)
    log.warn('a part of the spool cannot be read and was set aside', { ...kept })
  } catch (error) {
    log.error('a part of the spool cannot be read and could not be kept', { ...kept, error: String(error) })
  }
  return kept
}

/**
 * Keeps an item that took too long to read. Named by its place, so that a replay writes the same file again. Throws: the
 * batch waits until the disk has it, because no store does.
 */
export async function keepItem(dir: string, name: string, bytes: Uint8Array): Promise<void> {
  const file = join(folder(dir), `item-${name}.bin`)
  if (await exists(file)) return
  await mkdir(folder(dir), { recursive: true, mode: 0o700 })
  await writeFile(`${file}.new`, bytes, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  // Or a power cut takes the name with it after the stores have moved on.
  await syncDirectory(folder(dir))
  await syncDirectory(dir)
}

async function copy(file: string, damage: Damage, view: SegmentView | undefined): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    if (view === undefined) return
    for (let position = damage.from; position < damage.to; position += COPY_BYTES) {
      await handle.writeFile(await view.read(position, Math.min(COPY_BYTES, damage.to - position)))
    }
  } finally {
    await handle.close()
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}
