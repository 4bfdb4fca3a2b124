import type { QuotaCount } from '#domain/intake/quota-count.ts'

/** What nodes on the same records need to act as one. */
export interface NodeRecords {
  readonly leases: LeaseRecords
  readonly quotaCounts: QuotaCountRecords
  readonly thinningShares: ThinningShareRecords
  readonly settledTimes: SettledTimeRecords
  readonly news: NodeNews
}

/** Which of several nodes does what only one of them should do. */
export interface LeaseRecords {
  /** Takes it, or keeps it, for so long from now on; false while another holder has it. By the clock of the records. */
  take(name: string, holder: string, forMs: number): Promise<boolean>
  /** Before its time, where the holder still has it. */
  release(name: string, holder: string): Promise<void>
}

export type News =
  /** A table that nodes remember things of was changed, by whomever. */
  | { readonly kind: 'changed'; readonly table: string }
  /** What another node told. */
  | { readonly kind: 'told'; readonly message: unknown }
  /** Nobody could be heard for a while: anything may have happened. */
  | { readonly kind: 'missed' }

/** What nodes on the same records tell each other. Where there is one node only, nothing is told or heard. */
export interface NodeNews {
  /** Heard by all other nodes that listen. Up to 7 KB of JSON. */
  tell(message: unknown): Promise<void>
  hear(listener: (news: News) => void): void
}

export const NO_NEWS: NodeNews = { tell: async () => {}, hear: () => {} }

/** What nodes on the same records tell each other about quotas. */
export interface QuotaCountRecords {
  /** Replaces what the node told of the same slots before. */
  tell(node: string, counts: readonly QuotaCount[]): Promise<void>
  /**
   * What all other nodes together took from the slots that any of them told of since then, by the clock of the records;
   * undefined: from all. Answers the time of that clock too.
   */
  hear(
    node: string,
    since: number | undefined,
  ): Promise<{ readonly asOf: number; readonly counts: readonly QuotaCount[] }>
  /** Removes what counts in no window any more. */
  expire(): Promise<void>
}

/** What spools on the same records tell each other about the spans that they keep. */
export interface ThinningShareRecords {
  /** Replaces what the spool told of the same projects and hours before. */
  tell(spoolId: string, shares: readonly ThinningShare[]): Promise<void>
  /** What other spools told of these hours. */
  hear(of: {
    readonly projectId: string
    readonly spoolId: string
    readonly hours: readonly number[]
  }): Promise<ReadonlyArray<{ readonly spoolId: string; readonly share: string }>>
  /** Removes what no spool asks for any more, by the clock of the records. */
  expire(): Promise<void>
}

export interface ThinningShare {
  readonly projectId: string
  /** Of receipt, since the epoch. */
  readonly hour: number
  /** JSON, which only those who tell it understand. */
  readonly share: string
}

/** Up to which moment everything that a spool took is in all stores. */
export interface SettledTimeRecords {
  /** Replaces what the spool told before. */
  tell(spoolId: string, until: number): Promise<void>
  /** The earliest that other spools told within this time, by the clock of the records; undefined where none did. */
  hear(spoolId: string, withinMs: number): Promise<number | undefined>
  /** Of a node that stops. */
  forget(spoolId: string): Promise<void>
  /** Removes spools that told nothing for a day. */
  expire(): Promise<void>
}
