import { digestIntegration, withRequestDetails } from '@hindcast/next'
import { captureRequestError, init } from '@sentry/nextjs'

export function register() {
  init({
    dsn: process.env.NEXT_PUBLIC_SHOP_DSN,
    // What pages send through this server is no request of a visitor.
    tracesSampler: ({ attributes }) => (attributes?.['http.target'] === '/monitoring' ? 0 : 1),
    // The SDK dates its start to 1970, which would make the trace as long.
    ignoreSpans: ['NextNodeServer.clientComponentLoading'],
    integrations: [digestIntegration()],
  })
}

export const onRequestError = withRequestDetails(captureRequestError, { proxyReports: true })
