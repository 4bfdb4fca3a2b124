/** The next round number whose half is worth a line of its own. */
export function roundTop(highest: number): number {
  if (highest <= 2) return 2
  const unit = 10 ** Math.floor(Math.log10(highest))
  return [1, 2, 4, 6, 8, 10].map((step) => step * unit).find((top) => top >= highest)!
}
