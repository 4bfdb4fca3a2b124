import { connection } from 'next/server'
import { Suspense } from 'react'

async function readPrice() {
  'use cache'
  throw new Error('the cached price is away')
}

async function Price() {
  await connection()
  return <p>{await readPrice()}</p>
}

export default function Page() {
  return (
    <Suspense fallback={<p>Loading</p>}>
      <Price />
    </Suspense>
  )
}
