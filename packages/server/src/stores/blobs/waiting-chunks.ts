import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'

/** SHA-1 in lowercase hex, and the ids we make ourselves. Nothing else ever becomes a path or the name of an object. */
const CHECKSUM = /^[0-9a-f]{40}$/
const ORGANIZATION = /^[0-9a-f-]{36}$/

/** A chunk that waits for the others of its bundle. */
export interface Chunk {
  readonly bytes: number
  readonly at: number
}

export const isOrganization = (text: string): boolean => ORGANIZATION.test(text)

export function isChunk(organizationId: string, checksum: string): boolean {
  return isOrganization(organizationId) && CHECKSUM.test(checksum)
}

export function requireChunk(organizationId: string, checksum: string): void {
  if (!isChunk(organizationId, checksum)) throw new AppError('invalid_input', 'Not a SHA-1 checksum.')
}

export function goneChunk(cause?: unknown): AppError {
  return new AppError('invalid_input', 'A chunk of this bundle is gone. Upload it again.', { cause })
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
