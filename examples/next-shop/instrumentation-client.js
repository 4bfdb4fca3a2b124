import { navigationsIntegration } from '@hindcast/browser'
import { digestIntegration } from '@hindcast/next'
import { captureRouterTransitionStart, init, spanToJSON, startInactiveSpan } from '@sentry/nextjs'
import { visitor } from './lib/visitor.js'

init({
  dsn: process.env.NEXT_PUBLIC_SHOP_DSN,
  tunnel: '/monitoring',
  tracesSampleRate: 1,
  initialScope: { user: visitor() },
  integrations: [digestIntegration(), navigationsIntegration({ startInactiveSpan, spanToJSON })],
})

export const onRouterTransitionStart = captureRouterTransitionStart
