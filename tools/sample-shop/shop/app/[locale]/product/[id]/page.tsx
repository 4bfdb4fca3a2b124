import { stockOf } from '../../../../server/stock'

export async function ProductPage({ params }: { readonly params: { readonly id: string } }) {
  const stock = await stockOf(params.id)
  return <p>{stock > 0 ? `${stock} in stock` : 'Sold out'}</p>
}
