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

export const ZEROS: ByWorth<number> = byWorth(() => 0)

export function sumOf(numbers: ByWorth<number>): number {
  return WORTHS.reduce((sum, worth) => sum + numbers[worth], 0)
}

/** Of this worth and better ones. */
export function upTo(worth: Worth, numbers: ByWorth<number>): number {
  return WORTHS.slice(0, WORTHS.indexOf(worth) + 1).reduce((sum, one) => sum + numbers[one], 0)
}
