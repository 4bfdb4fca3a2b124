import { navigationsIntegration } from '@hindcast/browser'
import * as Sentry from '@sentry/nextjs'

const { startInactiveSpan, spanToJSON } = Sentry

Sentry.init({
  ...window.config,
  tracesSampleRate: 1,
  integrations: [navigationsIntegration({ startInactiveSpan, spanToJSON })],
})

export const onRouterTransitionStart = Sentry.captureRouterTransitionStart
