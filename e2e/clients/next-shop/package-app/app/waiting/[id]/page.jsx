import { connection } from 'next/server'
import { Suspense } from 'react'

async function Reviews() {
  await connection()
  throw new Error('the reviews are away')
}

export default function Page() {
  return (
    <Suspense fallback={<p>Reviews follow.</p>}>
      <Reviews />
    </Suspense>
  )
}
