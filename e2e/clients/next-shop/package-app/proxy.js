import { wrapMiddlewareWithSentry } from '@sentry/nextjs'

export const config = { matcher: '/proxied' }

export const proxy = wrapMiddlewareWithSentry(() => {
  throw new Error('the proxy is broken')
})
