import { digestIntegration } from '@hindcast/next'
import { captureRequestError, init } from '@sentry/nextjs'

export function register() {
  init({
    dsn: process.env.SHOP_DSN,
    // Without the log lines in which stock SDKs leave a digest by chance.
    maxBreadcrumbs: 0,
    integrations: [digestIntegration()],
  })
}

export const onRequestError = captureRequestError
