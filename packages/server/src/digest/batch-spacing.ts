import type { Pause } from './pause.ts'

/** A batch costs the stores much the same whether ten or three hundred events share it. */
const APART_MS = 200

/**
 * Waits until a moment has passed since the last batch began: those that come in it share the next one. Whoever comes
 * after a rest does not wait.
 */
export function createBatchSpacing(pause: Pick<Pause, 'for'>, now: () => number): () => Promise<void> {
  let begun = Number.NEGATIVE_INFINITY
  return async () => {
    const wait = begun + APART_MS - now()
    if (wait > 0) await pause.for(wait)
    begun = now()
  }
}
