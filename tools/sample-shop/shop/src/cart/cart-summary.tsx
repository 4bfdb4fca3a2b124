import { DiscountField } from './discount-field'
import { sumOf, type CartLine } from './sum-of'

interface Props {
  readonly lines: readonly CartLine[]
  readonly codes: readonly string[]
}

export function CartSummary({ lines, codes }: Props) {
  return (
    <dl>
      <dt>Sum</dt>
      <dd>{sumOf(lines)}</dd>
      <DiscountField lines={lines} codes={codes} />
    </dl>
  )
}
