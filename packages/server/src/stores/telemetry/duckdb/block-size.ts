/** Larger blocks compress better and make reading one event dearer. Bytes before compression. */
export const BLOCK_ITEMS = 64
export const BLOCK_BYTES = 256 * 1024
/** So that most blocks of events have all the items they may have. */
export const EVENT_BLOCK_BYTES = 768 * 1024

/** The earliest and the latest moment of receipt. */
export function receiptsOf(rows: ReadonlyArray<{ readonly receivedAt: number }>): readonly [number, number] {
  const receipts = rows.map(({ receivedAt }) => receivedAt)
  return [Math.min(...receipts), Math.max(...receipts)]
}
