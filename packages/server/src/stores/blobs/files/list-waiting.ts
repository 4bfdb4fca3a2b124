import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isChunk, isOrganization, type Chunk } from '#stores/blobs/waiting-chunks.ts'

/** Chunks by organization and checksum. */
export type WaitingChunks = Map<string, Map<string, Chunk>>

export async function listWaiting(dir: string): Promise<WaitingChunks> {
  const waiting: WaitingChunks = new Map()
  for (const organizationId of await readdir(dir)) {
    if (!isOrganization(organizationId)) continue
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
