export interface QueueAge {
  /** The log grew. */
  committed(): void
  /** A batch is stored whose last request was received then; with it, everything is stored or not. */
  stored(receivedAt: number | undefined, isAll: boolean): void
  /** Of the oldest request that waits; 0 when none does. */
  oldestSeconds(): number
}

/**
 * What waits was received after the last request that is stored, and after nothing waited any more. From the start on
 * something may wait that is older; the first batch says how old.
 */
export function createQueueAge(now: () => number): QueueAge {
  let lastStored = 0
  let waitingSince: number | undefined = now()
  return {
    committed() {
      waitingSince ??= now()
    },
    stored(receivedAt, isAll) {
      if (receivedAt !== undefined) lastStored = receivedAt
      if (isAll) waitingSince = undefined
      // Of a backlog from before the start.
      else if (waitingSince !== undefined) waitingSince = Math.min(waitingSince, receivedAt ?? waitingSince)
    },
    oldestSeconds: () =>
      waitingSince === undefined ? 0 : Math.max(0, now() - Math.max(waitingSince, lastStored)) / 1000,
  }
}
