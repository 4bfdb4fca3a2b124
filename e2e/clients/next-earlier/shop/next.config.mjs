import { withSentryConfig } from '@sentry/nextjs'
import nextPackage from 'next/package.json' with { type: 'json' }

const isFourteen = nextPackage.version.startsWith('14.')

export default withSentryConfig(
  { ...(isFourteen && { experimental: { instrumentationHook: true } }) },
  { silent: true, telemetry: false, sourcemaps: { disable: true }, release: { create: false } },
)
