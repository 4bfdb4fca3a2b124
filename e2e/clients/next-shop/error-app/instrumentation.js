import { digestIntegration } from '@hindcast/next'
import { captureRequestError, init } from '@sentry/nextjs'

export function register() {
  init({ dsn: process.env.SHOP_DSN, integrations: [digestIntegration()] })
}

export const onRequestError = captureRequestError
