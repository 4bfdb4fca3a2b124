import { captureException } from '@sentry/nextjs'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'

/** A mistake: `notFound()` throws, so it must not be caught. */
export default async function GonePage() {
  await connection()
  try {
    notFound()
  } catch (error) {
    captureException(error)
  }
  return <h1>All is well</h1>
}
