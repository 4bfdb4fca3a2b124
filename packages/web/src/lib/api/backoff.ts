const FIRST_MS = 500
const LONGEST_MS = 10_000

/** Doubles from half a second to ten; `chance` (0 to 1) spreads a room full of tabs over the second half. */
export function backoffMs(failures: number, chance: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1))
  return Math.round(full / 2 + (full / 2) * chance)
}
