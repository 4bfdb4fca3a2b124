/** Why a trace is kept before others, the best reason first. */
export const WORTHS = ['error', 'slow', 'new_release', 'ordinary'] as const

export type Worth = (typeof WORTHS)[number]

export type ByWorth<T> = Readonly<Record<Worth, T>>

export function byWorth<T>(of: (worth: Worth, rank: number) => T): ByWorth<T> {
  return Object.fromEntries(WORTHS.map((worth, rank) => [worth, of(worth, rank)])) as ByWorth<T>
}

export function betterOf(a: Worth, b: Worth): Worth {
  return WORTHS.indexOf(a) <= WORTHS.indexOf(b) ? a : b
}
