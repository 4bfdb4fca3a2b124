import { captureException, flush } from '@sentry/nextjs'
import { connection } from 'next/server'

export default async function PriceList() {
  await connection()
  try {
    throw new Error('the price list is away')
  } catch (error) {
    captureException(error)
    // It is sent before Next.js has numbered the error.
    await flush(10_000)
    throw error
  }
}
