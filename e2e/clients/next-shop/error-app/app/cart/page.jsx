'use client'

import { useState } from 'react'

/** Fails once, and works when it is tried again. */
export default function Page() {
  const [price, setPrice] = useState(3)
  if (price === undefined) throw new Error('the cart has no price')
  return (
    <>
      <h1>Cart</h1>
      <button onClick={() => setPrice(undefined)}>Remove</button>
    </>
  )
}
