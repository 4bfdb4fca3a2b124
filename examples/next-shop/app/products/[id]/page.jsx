import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { Picture } from '../../../components/picture.jsx'
import { Stock } from '../../../components/stock.jsx'
import { priceOf, productOf } from '../../../lib/catalogue.js'
import { pause } from '../../../lib/pause.js'
import { buy } from '../../cart/actions.js'

export default async function Page({ params }) {
  const { id } = await params
  await connection()
  await pause(60)
  const product = productOf(id)
  if (product === undefined) notFound()
  return (
    <article className="product">
      <Picture product={product} />
      <div>
        <h1>{product.name}</h1>
        <p className="price">{priceOf(product.cents)}</p>
        <Stock id={id} />
        <form action={buy.bind(null, id)}>
          <button className="button">Add to cart</button>
        </form>
      </div>
    </article>
  )
}
