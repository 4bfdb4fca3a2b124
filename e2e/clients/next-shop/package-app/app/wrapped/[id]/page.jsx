import { wrapServerComponentWithSentry } from '@sentry/nextjs'
import { connection } from 'next/server'

async function Page() {
  await connection()
  throw new Error('the stock database is away')
}

/** As the SDK wraps components of webpack builds: it captures the error before Next.js has numbered it. */
export default wrapServerComponentWithSentry(Page, {
  componentRoute: '/wrapped/[id]',
  componentType: 'Page',
})
