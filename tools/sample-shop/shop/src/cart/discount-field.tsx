import { applyDiscount } from './discounts'
import { sumOf, type CartLine } from './sum-of'

interface Props {
  readonly lines: readonly CartLine[]
  readonly codes: readonly string[]
}

export function DiscountField({ lines, codes }: Props) {
  const discounts = codes.map((code) => ({ code, percent: 10, nested: [] }))
  const total = applyDiscount(sumOf(lines), discounts)
  return <output name="total">{total}</output>
}
