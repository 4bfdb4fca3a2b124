import { connection } from 'next/server'
import { Suspense } from 'react'
import { pause } from '../../../../../lib/pause.js'

async function Reviews() {
  await connection()
  await pause(200)
  throw new Error('the reviews database is away')
}

export default function Page() {
  return (
    <>
      <h1>Reviews</h1>
      <Suspense fallback={<p className="quiet">Reading …</p>}>
        <Reviews />
      </Suspense>
    </>
  )
}
