import Link from 'next/link'
import { ProductGrid } from '../components/product-grid.jsx'
import { PRODUCTS } from '../lib/catalogue.js'

/** Static. */
export default function Page() {
  return (
    <>
      <section className="hero">
        <h1>Things for a house by the sea</h1>
        <p>Made slowly, in small numbers, by people who live where it rains.</p>
        <Link className="button" href="/today">
          Today’s offer
        </Link>
      </section>
      <ProductGrid products={PRODUCTS.slice(0, 4)} />
    </>
  )
}
