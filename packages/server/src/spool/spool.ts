import type { DropReason } from '#domain/intake/outcome.ts'

/** What is known about a request besides its body. Written with it, so it survives with it. */
export interface Receipt {
  readonly receivedAt: number
  readonly projectId: string
  readonly keyId: string
  readonly form: 'envelope' | 'store' | 'security' | 'otlp-json' | 'otlp-protobuf'
  /** The id promised in the answer; wins over the payload's own. */
  readonly eventId?: string
  readonly clientAddress?: string
  readonly userAgent?: string
  /** `sec-ch-ua*` request headers, by lower-case name. */
  readonly clientHints?: Readonly<Record<string, string>>
  /** `sentry_client` of the query or the auth header. */
  readonly sdk?: string
  /** Security reports name these in the query. */
  readonly environment?: string
  readonly release?: string
  /** The body is stored as sent. Readers of the spool get it decoded. */
  readonly coding?: 'gzip'
  /** Indexes of envelope items that were refused (quota, size) and must not be digested. */
  readonly refusedItems?: readonly number[]
}

export interface SpoolRecord {
  /** Byte offset of the record in the endless log. A record may make more events than it has bytes. */
  readonly position: number
  /** Position of the record behind this one. */
  readonly next: number
  readonly receipt: Receipt
  readonly body: Uint8Array
}

/** A range of the log that could not be read. Its bytes are kept in `file` for a human. */
export interface Quarantined {
  readonly from: number
  readonly to: number
  readonly reason: string
  readonly file: string
}

export interface SpoolStatus {
  /** Names this log; positions of different spools must never be compared. */
  readonly id: string
  readonly first: number
  readonly committed: number
  readonly bytes: number
  readonly limitBytes: number
  readonly segments: number
  readonly quarantined: number
}

/** Thrown by `append` when the record was NOT accepted. */
export class SpoolRefused extends Error {
  override readonly name = 'SpoolRefused'
  readonly reason: Extract<DropReason, 'spool_full' | 'disk_full'>
  readonly retryAfterSeconds: number
  constructor(
    reason: Extract<DropReason, 'spool_full' | 'disk_full'>,
    retryAfterSeconds: number,
    options?: ErrorOptions,
  ) {
    super(reason, options)
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The writing side. One per data folder. */
export interface Spool {
  readonly id: string
  /**
   * Resolves when the record is on disk (fdatasync), with its position. Rejects with SpoolRefused if nothing was
   * written. The body is borrowed: it may change after this returns.
   */
  append(receipt: Receipt, body: Uint8Array): Promise<number>
  /** Cheap check before a body is read: why an append would be refused now. */
  refusal(): SpoolRefused | undefined
  /** Called after every group commit with the position up to which the log may be read. */
  onCommit(listener: (committed: number) => void): void
  /** Everything below the position is in the stores for good; whole segments below it are deleted. */
  trim(position: number): Promise<void>
  status(): SpoolStatus
  /** Finishes the open commit, then closes. Later appends are refused. */
  close(): Promise<void>
}

/** The reading side, usable from another thread: it only needs the folder and the committed position. */
export interface SpoolReader {
  readonly id: string
  /** First position that can still be read. */
  first(): Promise<number>
  /** Whole records from `from`, below `until`, until about `maxBytes`; at least one if there is one. */
  read(
    from: number,
    until: number,
    limits: { readonly maxBytes: number; readonly maxRecords: number },
  ): Promise<ReadRecords>
  close(): Promise<void>
}

export interface ReadRecords {
  readonly records: readonly SpoolRecord[]
  /** Where to go on. */
  readonly next: number
  readonly quarantined: readonly Quarantined[]
}
