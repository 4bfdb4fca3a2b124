import { wrapServerComponentWithSentry } from '@sentry/nextjs'
import { connection } from 'next/server'

async function StockPage() {
  await connection()
  throw new Error('the stock database is away')
}

/** As the SDK wraps components of webpack builds: it captures the error before Next.js has numbered it. */
export default wrapServerComponentWithSentry(StockPage, {
  componentRoute: '/break/wrapped/[id]',
  componentType: 'Page',
})
