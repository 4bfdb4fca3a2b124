/** How much of a quota was taken in a part of its window. */
export interface QuotaCount {
  /** Names the quota: whose it is, what it counts and how long its window is. */
  readonly window: string
  /** Parts of a window are as long as this, and numbered from the beginning of time: all nodes have the same. */
  readonly slotMs: number
  readonly slot: number
  readonly count: number
  /** From then on it counts in no window. */
  readonly endsAt: number
}
