import Link from 'next/link'
import { readCart } from '../../lib/cart.js'
import { priceOf } from '../../lib/catalogue.js'
import { order } from './actions.js'

export default async function Page() {
  const products = await readCart()
  if (products.length === 0) {
    return (
      <article className="text">
        <h1>Your cart is empty</h1>
        <Link href="/shop">Look around</Link>
      </article>
    )
  }
  return (
    <article className="text">
      <h1>Your cart</h1>
      <ul className="lines">
        {products.map((product, index) => (
          // The same product can be there twice, and lines do not move.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <span>{product.name}</span>
            <span>{priceOf(product.cents)}</span>
          </li>
        ))}
        <li className="total">
          <span>Total</span>
          <span>{priceOf(products.reduce((sum, { cents }) => sum + cents, 0))}</span>
        </li>
      </ul>
      <form action={order}>
        <button className="button">Order</button>
      </form>
    </article>
  )
}
