'use client'

import { useEffect, useState } from 'react'

/** How many are left, from a route handler. */
export function Stock({ id }) {
  const [left, setLeft] = useState(undefined)
  useEffect(() => {
    const leaving = new AbortController()
    fetch(`/api/stock/${id}`, { signal: leaving.signal })
      .then((response) => response.json())
      .then((stock) => setLeft(stock.left))
      // Who leaves before the answer needs none.
      .catch(() => setLeft(undefined))
    return () => leaving.abort()
  }, [id])
  return <p className="quiet">{left === undefined ? 'Counting …' : ['In stock: ', left]}</p>
}
