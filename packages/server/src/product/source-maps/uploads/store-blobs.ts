import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '#domain/limits.ts'
import { blobAddress } from '#stores/blobs/blobs.ts'
import type { UploadDeps } from './upload-deps.ts'

const ASK_AGAIN_MS = 50

/**
 * Work that stores blobs and adds the files that refer to them. What it stored is not removed before it ends, and where no
 * file refers to it then, it is removed with the next tidying; after a crash, a day later.
 */
export async function storingBlobs<T>(
  { records, blobs, now }: Pick<UploadDeps, 'records' | 'blobs' | 'now'>,
  work: (put: (bytes: Uint8Array) => Promise<string>) => Promise<T>,
): Promise<T> {
  const upload = randomUUID()
  try {
    return await work(async (bytes) => {
      const until = now() + LIMITS.upload.waitingMs
      while (!(await records.artifacts.hold(upload, blobAddress(bytes), until))) await sleep(ASK_AGAIN_MS)
      return blobs.put(bytes)
    })
  } finally {
    await records.artifacts.release(upload)
  }
}
