import { createHash } from 'node:crypto'
import { AppError } from '#domain/app-error.ts'

/** Its bytes are not those that were stored: asking again is of no use. */
export class DamagedBlob extends AppError {
  constructor(address: string, place: string) {
    super('store_unavailable', `The blob ${address} is damaged ${place}.`)
  }
}

/** SHA-256 in lowercase hex. Nothing else ever becomes a path or the name of an object. */
const ADDRESS = /^[0-9a-f]{64}$/

export const isBlobAddress = (text: string): boolean => ADDRESS.test(text)

export const blobAddress = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Content-addressed bytes: attachments, replay segments, source maps, large raw items. */
export interface BlobStore {
  /** Durable when it resolves. The same bytes again have the same address, and count as stored now. */
  put(bytes: Uint8Array): Promise<string>
  get(address: string): Promise<Uint8Array | undefined>
  delete(address: string): Promise<void>
  stats(): Promise<{ readonly blobs: number; readonly bytes: number }>
}
