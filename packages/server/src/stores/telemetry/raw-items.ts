import type { DropReason } from '#domain/intake/outcome.ts'

import type { Methods } from './methods.ts'

/** An item this version does not understand, as sent. Its `seq` is made unique as that of an event is. */
export interface RawItemRow {
  readonly seq: number
  readonly projectId: string
  readonly receivedAt: number
  readonly itemType: string
  readonly eventId: string | undefined
  /** The item's header line. */
  readonly header: string
  /** The bytes, or where the blob store has them. */
  readonly body: Uint8Array | { readonly blob: string }
  /** From the request, if it has one. */
  readonly sentAt?: number
  readonly sdk?: string
  readonly userAgent?: string
  /** The kind and its version that could not read it; undefined where no kind knew the type. */
  readonly triedBy?: string
  /** It was counted as dropped for this reason, and not as kept raw. */
  readonly dropped?: DropReason
}

export interface RawItemRows {
  readonly raw: readonly RawItemRow[]
}

/** Items that no kind could read, for the kind that can one day. */
export interface RawItemTelemetry {
  /** Items kept as sent, oldest first, `after` exclusive by sequence number. */
  rawItems(
    projectId: string,
    options: { readonly itemType: string; readonly after?: number; readonly limit: number },
  ): Promise<readonly RawItemRow[]>
  /** How many items of these types are kept; a type of which there are none is left out. Must not scan. */
  rawItemCounts(projectId: string, itemTypes: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** All of them or none. Those that are gone already are passed over. */
  removeRawItems(projectId: string, itemType: string, seqs: readonly number[]): Promise<void>
}

export const RAW_ITEM_METHODS = {
  rawItems: 'read',
  rawItemCounts: 'read',
  removeRawItems: 'write',
} as const satisfies Methods<RawItemTelemetry>
