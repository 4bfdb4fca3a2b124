import { digestIntegration, withRequestDetails } from '@hindcast/next'
import { captureRequestError, init } from '@sentry/nextjs'

export function register() {
  init({
    dsn: process.env.NEXT_PUBLIC_SHOP_DSN,
    // What pages send through this server is no request of a visitor.
    tracesSampler: ({ attributes }) => (attributes?.['http.target'] === '/monitoring' ? 0 : 1),
    integrations: [digestIntegration()],
  })
}

export const onRequestError = withRequestDetails(captureRequestError, { proxyReports: true })
