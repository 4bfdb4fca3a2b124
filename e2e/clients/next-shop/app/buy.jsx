'use client'

import { checkout } from './cart.js'

export function Buy() {
  return <button onClick={() => checkout({ items: [] })}>Buy</button>
}
