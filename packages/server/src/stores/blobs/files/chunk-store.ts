import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { ChunkStore } from '#stores/blobs/chunks.ts'
import { joinedChunks } from '#stores/blobs/joined-chunks.ts'
import { goneChunk, refuseMoreThan, requireChunk, type Chunk } from '#stores/blobs/waiting-chunks.ts'
import { absentAsUndefined } from '#stores/file-size.ts'
import { listWaiting } from './list-waiting.ts'

const TEMPORARY = 'incoming'

export interface ChunkStoreOptions {
  readonly dir: string
  readonly now: () => number
  readonly waitingBytes?: number
  readonly freeBytes?: (dir: string) => Promise<number>
}

/** One file per chunk, as `<organization>/<checksum>`. What is there is known in memory; only one process may have it open. */
export async function openFileChunkStore(options: ChunkStoreOptions): Promise<ChunkStore> {
  const { dir, now, waitingBytes = LIMITS.upload.waitingBytes, freeBytes = freeBytesOf } = options
  await rm(join(dir, TEMPORARY), { recursive: true, force: true })
  await mkdir(join(dir, TEMPORARY), { recursive: true, mode: 0o700 })
  const waiting = await listWaiting(dir)

  const ofOrganization = (organizationId: string): Map<string, Chunk> =>
    waiting.get(organizationId) ?? waiting.set(organizationId, new Map()).get(organizationId)!
  const pathOf = (organizationId: string, checksum: string) => {
    requireChunk(organizationId, checksum)
    return join(dir, organizationId, checksum)
  }
  const discard = async (organizationId: string, checksum: string): Promise<void> => {
    if (waiting.get(organizationId)?.delete(checksum) !== true) return
    await rm(pathOf(organizationId, checksum), { force: true })
  }

  return {
    async put(organizationId, checksum, bytes) {
      const path = pathOf(organizationId, checksum)
      const chunks = ofOrganization(organizationId)
      if (!chunks.has(checksum)) {
        refuseMoreThan(waitingBytes, chunks, bytes.byteLength)
        if ((await freeBytes(dir)) - bytes.byteLength < LIMITS.upload.reserveBytes) {
          throw new AppError(
            'store_unavailable',
            'The disk is nearly full. The remaining space is reserved for events.',
          )
        }
        await write(join(dir, TEMPORARY, randomUUID()), path, bytes)
      }
      chunks.set(checksum, { bytes: bytes.byteLength, at: now() })
    },
    async missing(organizationId, checksums) {
      const chunks = waiting.get(organizationId)
      return [...new Set(checksums)].filter((checksum) => chunks?.has(checksum) !== true)
    },
    async open(organizationId, checksums) {
      const chunks = waiting.get(organizationId)
      if (checksums.some((checksum) => chunks?.has(checksum) !== true)) return undefined
      return joinedChunks(
        checksums.map((checksum) => ({
          bytes: chunks!.get(checksum)!.bytes,
          read: () => read(pathOf(organizationId, checksum)),
        })),
      )
    },
    async remove(organizationId, checksums) {
      for (const checksum of checksums) await discard(organizationId, checksum)
    },
    async expire(before) {
      const old = [...waiting].flatMap(([organizationId, chunks]) =>
        [...chunks]
          .filter(([, { at }]) => at < before)
          .map(([checksum]) => [organizationId, checksum] as const),
      )
      for (const [organizationId, checksum] of old) await discard(organizationId, checksum)
      return old.length
    },
  }
}

async function read(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path).catch(absentAsUndefined)
  if (bytes === undefined) throw goneChunk()
  return bytes
}

async function write(temporary: string, path: string, bytes: Uint8Array): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(temporary, bytes)
    await rename(temporary, path)
  } catch (cause) {
    await rm(temporary, { force: true })
    throw new AppError('store_unavailable', 'Can’t write uploads to disk.', { cause })
  }
}

async function freeBytesOf(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}
