import { findOrder } from '../../../../server/find-order'

export async function OrderPage({ params }: { readonly params: { readonly id: string } }) {
  const order = await findOrder(params.id)
  const { total, lines } = order!
  return (
    <p>
      {lines.length} articles, {total}
    </p>
  )
}
