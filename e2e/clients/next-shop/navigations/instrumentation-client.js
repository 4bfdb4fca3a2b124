import { navigationsIntegration } from '@hindcast/browser'
import { captureRouterTransitionStart, init, spanToJSON, startInactiveSpan } from '@sentry/nextjs'

init({
  ...window.config,
  tracesSampleRate: 1,
  integrations: [navigationsIntegration({ startInactiveSpan, spanToJSON })],
})

export const onRouterTransitionStart = captureRouterTransitionStart
