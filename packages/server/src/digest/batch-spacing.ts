import type { Pause } from './pause.ts'

/** A batch costs the stores much the same whether ten or three hundred events share it. */
const APART_MS = 200

/**
 * Waits until the batch interval since the start of the last batch is over, so that records arriving in it share the
 * next batch. After an idle period there is no wait.
 */
export function createBatchSpacing(pause: Pick<Pause, 'for'>, now: () => number): () => Promise<void> {
  let begun = Number.NEGATIVE_INFINITY
  return async () => {
    const wait = begun + APART_MS - now()
    if (wait > 0) await pause.for(wait)
    begun = now()
  }
}
