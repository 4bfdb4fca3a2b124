import Link from 'next/link'
import { ProductGrid } from '../../../components/product-grid.jsx'
import { COLOURS, PRODUCTS, ROOMS } from '../../../lib/catalogue.js'

/** `/shop`, `/shop/kitchen`, `/shop/kitchen/red`: every filter is a part of the address. */
export default async function Page({ params }) {
  const { filters = [] } = await params
  const products = PRODUCTS.filter((product) =>
    filters.every((filter) => product.room === filter || product.colour === filter),
  )
  const room = filters.find((filter) => ROOMS.includes(filter))
  return (
    <>
      <h1>{filters.length === 0 ? 'Everything' : filters.join(', ')}</h1>
      <nav className="filters" aria-label="Filters">
        {ROOMS.map((name) => (
          <Link key={name} href={`/shop/${name}`} aria-current={name === room ? 'page' : undefined}>
            {name}
          </Link>
        ))}
        {COLOURS.map((name) => (
          <Link
            key={name}
            href={room === undefined ? `/shop/${name}` : `/shop/${room}/${name}`}
            prefetch={false}
          >
            {name}
          </Link>
        ))}
      </nav>
      {products.length === 0 ? (
        <p className="quiet">Nothing like that today.</p>
      ) : (
        <ProductGrid products={products} />
      )}
    </>
  )
}
