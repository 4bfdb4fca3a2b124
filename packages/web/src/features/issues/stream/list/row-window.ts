/** All rows have the same height, so positions need no layout reads. */
export interface RowWindow {
  readonly first: number
  /** The one behind the last. */
  readonly end: number
}

/** Beyond what is seen, so that a quick scroll meets rows and not gaps. */
const MARGIN = 8
/** The borders move in steps of this: a list that follows the cursor row by row renders every fourth time. */
const STEP = 4

export function windowOf(offset: number, view: number, height: number, count: number): RowWindow {
  const first = Math.floor(offset / height) - MARGIN
  const end = Math.ceil((offset + view) / height) + MARGIN
  return {
    first: Math.min(count, Math.max(0, Math.floor(first / STEP) * STEP)),
    end: Math.max(0, Math.min(count, Math.ceil(end / STEP) * STEP)),
  }
}

/** How far to scroll for a row to be seen; undefined where it is. */
export function offsetToSee(index: number, offset: number, view: number, height: number): number | undefined {
  const top = index * height
  if (top < offset) return top
  return top + height > offset + view ? top + height - view : undefined
}
