import { digestIntegration, numberOccurrences } from '@hindcast/next'
import { captureRequestError, init } from '@sentry/nextjs'

export function register() {
  if (process.env.SHOP_NUMBERS === 'per occurrence') numberOccurrences()
  init({
    dsn: process.env.SHOP_DSN,
    // Without the log lines in which stock SDKs leave a digest by chance.
    maxBreadcrumbs: 0,
    integrations: [digestIntegration()],
  })
}

export const onRequestError = captureRequestError
