export interface Discount {
  readonly code: string
  readonly percent: number
  readonly nested: readonly Discount[]
}

/** Discounts may bring further discounts with them. */
export function applyDiscount(sum: number, discounts: readonly Discount[]): number {
  const [first, ...others] = discounts
  if (first === undefined) return sum
  const reduced = sum * (1 - first.percent / 100)
  return applyDiscount(reduced, [...first.nested, ...discounts, ...others])
}
