import { readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import { filesUnder } from './files.ts'
import { sizeOf } from '#stores/file-size.ts'

const STORES = /^(?:records|vault)\.sqlite(?:-wal)?$|^telemetry\.duckdb/

/** A backup on the disk of the data must not make the server refuse events: the reserve for them stays free. */
export async function requireSpace(
  dataDir: string,
  dir: string,
  freeBytes: (dir: string) => Promise<number> = freeBytesOf,
): Promise<void> {
  const stores = (await readdir(dataDir)).filter((name) => STORES.test(name))
  const log = (await filesUnder(join(dataDir, 'spool'))).map((name) => join('spool', name))
  let needed = 0
  for (const name of [...stores, ...log]) needed += (await sizeOf(join(dataDir, name))) ?? 0
  await requireFree(dir, needed, freeBytes)
}

export async function requireFree(
  dir: string,
  bytes: number,
  freeBytes: (dir: string) => Promise<number> = freeBytesOf,
): Promise<void> {
  const needed = bytes + LIMITS.spool.reserveBytes
  const free = await freeBytes(dir)
  if (free >= needed) return
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
  throw new AppError(
    'store_unavailable',
    `Too little space for a backup in ${dir}: ${megabytes(free)} are free and ${megabytes(needed)} are needed. There is no new backup.`,
  )
}

async function freeBytesOf(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}
