import { join } from 'node:path'
import { withSentryConfig } from '@sentry/nextjs/config'

/** The packages of Hindcast are linked from this repository, so it is the root for the bundler. */
const root = join(import.meta.dirname, '../..')

/** Without a server to send them to, a build uploads no source maps. */
const uploads = process.env.SENTRY_AUTH_TOKEN !== undefined

export default withSentryConfig(
  {
    turbopack: { root },
    outputFileTracingRoot: root,
    rewrites: () => [{ source: '/p/:id', destination: '/products/:id' }],
    redirects: () => [{ source: '/old-shop/:path*', destination: '/shop/:path*', permanent: false }],
  },
  {
    telemetry: false,
    silent: true,
    release: { name: process.env.SHOP_RELEASE ?? 'next-shop@dev', create: uploads, finalize: uploads },
    sourcemaps: { disable: !uploads },
    // A build without its maps would be told from its stacks only.
    errorHandler: (error) => {
      throw error
    },
  },
)
