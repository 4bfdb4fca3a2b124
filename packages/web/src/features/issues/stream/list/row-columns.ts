import type { Preferences } from '@hindcast/contract/people/preferences.ts'

/**
 * The columns of the list by its own width, not the window's: an open panel at the side makes it as narrow as a phone.
 * Users go first, then the spark and the assignee; counts move under the time.
 */
export const COLUMNS =
  'grid-cols-[20px_12px_minmax(0,1fr)_auto] gap-x-2.5 px-3 ' +
  '@min-[560px]:grid-cols-[20px_12px_minmax(0,1fr)_96px_52px_84px_24px] @min-[560px]:gap-x-3 @min-[560px]:px-(--gutter) ' +
  '@min-[800px]:grid-cols-[20px_12px_minmax(0,1fr)_120px_60px_52px_92px_24px]'

export const FROM_MIDDLE = 'hidden @min-[560px]:block'
export const FROM_WIDE = 'hidden @min-[800px]:block'
export const ONLY_NARROW = '@min-[560px]:hidden'

const HEIGHTS: Record<Preferences['density'], number> = { compact: 36, default: 46, comfortable: 58 }

/** Under this width a row has two lines whatever the reader prefers: one would hold nothing. */
export const NARROW_PX = 560
const NARROW_HEIGHT = 58

export function rowHeight(density: Preferences['density'], narrow: boolean): number {
  return narrow ? NARROW_HEIGHT : HEIGHTS[density]
}
