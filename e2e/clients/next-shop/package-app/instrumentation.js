import { digestIntegration, numberOccurrences, START_UP_SPANS, withRequestDetails } from '@hindcast/next'
import { captureRequestError, init } from '@sentry/nextjs'

export function register() {
  if (process.env.SHOP_NUMBERS === 'per occurrence') numberOccurrences()
  init({
    dsn: process.env.SHOP_DSN,
    release: 'shop@1.0',
    tracesSampleRate: 1,
    ignoreSpans: START_UP_SPANS,
    // Without the log lines in which stock SDKs leave a digest by chance.
    maxBreadcrumbs: 0,
    integrations: [digestIntegration()],
  })
}

export const onRequestError = withRequestDetails(captureRequestError, { proxyReports: true })
