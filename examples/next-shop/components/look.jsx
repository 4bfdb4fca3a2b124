import { notFound } from 'next/navigation'
import { LOOKS, productOf } from '../lib/catalogue.js'
import { ProductGrid } from './product-grid.jsx'

export function Look({ id }) {
  const look = LOOKS.find((one) => one.id === id)
  if (look === undefined) notFound()
  return (
    <>
      <h1>{look.name}</h1>
      <ProductGrid products={look.products.map(productOf)} />
    </>
  )
}
