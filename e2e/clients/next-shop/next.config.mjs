import { withSentryConfig } from '@sentry/nextjs/config'

/** As its owner would have it; address, token, organization and project come from SENTRY_*. */
const root = import.meta.dirname

export default withSentryConfig(
  { turbopack: { root }, outputFileTracingRoot: root },
  {
    telemetry: false,
    release: { name: process.env.SHOP_RELEASE },
    errorHandler: (error) => {
      throw error
    },
  },
)
