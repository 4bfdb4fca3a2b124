'use client'

import { useEffect, useState } from 'react'

export default function Page() {
  const [cart, setCart] = useState({ items: [{ price: 1900 }] })
  useEffect(() => setCart({ items: undefined }), [])
  return <h1>{cart.items.length} in your cart</h1>
}
