import { digestIntegration } from '@hindcast/next'
import * as Sentry from '@sentry/nextjs'

export function register() {
  Sentry.init({
    dsn: process.env.SHOP_DSN,
    release: 'shop@1.0',
    tracesSampleRate: 1,
    // Without the log lines in which stock SDKs leave a digest by chance.
    maxBreadcrumbs: 0,
    integrations: [digestIntegration()],
  })
}

// Next.js 15 and later. Of 14, the SDK wraps what it builds.
export const onRequestError = Sentry.captureRequestError
