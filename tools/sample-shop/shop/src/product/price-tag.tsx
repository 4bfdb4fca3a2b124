import { formatPrice, type Market } from '../format'

interface Props {
  readonly price: number
  readonly before: number | undefined
  readonly market: Market
}

export function PriceTag({ price, before, market }: Props) {
  return (
    <p className="price">
      {before !== undefined && <s>{before}</s>}
      <strong>{formatPrice(price, market)}</strong>
    </p>
  )
}
