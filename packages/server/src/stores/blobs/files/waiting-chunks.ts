import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'

/** SHA-1 in lowercase hex, and the ids we make ourselves. Nothing else ever becomes a path. */
const CHECKSUM = /^[0-9a-f]{40}$/
const ORGANIZATION = /^[0-9a-f-]{36}$/

export interface Chunk {
  readonly bytes: number
  readonly at: number
}

/** Chunks by organization and checksum. */
export type WaitingChunks = Map<string, Map<string, Chunk>>

export function isChunk(organizationId: string, checksum: string): boolean {
  return ORGANIZATION.test(organizationId) && CHECKSUM.test(checksum)
}

export async function listWaiting(dir: string): Promise<WaitingChunks> {
  const waiting: WaitingChunks = new Map()
  for (const organizationId of await readdir(dir)) {
    if (!ORGANIZATION.test(organizationId)) continue
    const chunks = new Map<string, Chunk>()
    for (const checksum of await readdir(join(dir, organizationId))) {
      if (!isChunk(organizationId, checksum)) continue
      const { size, mtimeMs } = await stat(join(dir, organizationId, checksum))
      chunks.set(checksum, { bytes: size, at: mtimeMs })
    }
    waiting.set(organizationId, chunks)
  }
  return waiting
}

export function refuseMoreThan(limit: number, chunks: ReadonlyMap<string, Chunk>, adding: number): void {
  let counted = counts(adding)
  for (const { bytes } of chunks.values()) counted += counts(bytes)
  if (counted <= limit) return
  throw new AppError(
    'rate_limited',
    `More than ${limit} bytes of unfinished uploads would be waiting. Finish them, or try again tomorrow, when they have expired.`,
  )
}

function counts(bytes: number): number {
  return Math.max(bytes, LIMITS.upload.chunkCountsBytes)
}
