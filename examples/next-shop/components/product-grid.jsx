import Link from 'next/link'
import { priceOf } from '../lib/catalogue.js'
import { Picture } from './picture.jsx'

export function ProductGrid({ products }) {
  return (
    <ul className="grid">
      {products.map((product) => (
        <li key={product.id}>
          <Link className="card" href={`/products/${product.id}`}>
            <Picture product={product} />
            <span className="card-name">{product.name}</span>
            <span className="card-price">{priceOf(product.cents)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
