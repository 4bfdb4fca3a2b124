'use client'

const RATES = {}

/** There is no such rate, on either side. */
export function Total({ currency }) {
  return <h1>Total {RATES[currency].toFixed(2)}</h1>
}
