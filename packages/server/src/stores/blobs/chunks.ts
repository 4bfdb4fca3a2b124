import type { ByteSource } from '#domain/byte-source.ts'

/** Chunks of bundles being uploaded, by SHA-1. A lost chunk is uploaded again. */
export interface ChunkStore {
  /** `rate_limited` beyond what an organization may have waiting, `store_unavailable` on a full disk. */
  put(organizationId: string, checksum: string, bytes: Uint8Array): Promise<void>
  missing(organizationId: string, checksums: readonly string[]): Promise<readonly string[]>
  /** The chunks one after another as one; undefined when one of them is gone. Reading throws if one goes later. */
  open(organizationId: string, checksums: readonly string[]): Promise<ByteSource | undefined>
  remove(organizationId: string, checksums: readonly string[]): Promise<void>
  /** Removes what was put before; answers how many. */
  expire(before: number): Promise<number>
}
