import { dirname } from 'node:path'
import { tunnelRewrite } from '@hindcast/next/tunnel'

/** The packages are those of the shop around it. */
const root = dirname(import.meta.dirname)

export default {
  turbopack: { root },
  productionBrowserSourceMaps: true,
  experimental: { serverSourceMaps: true },
  outputFileTracingRoot: root,
  rewrites: async () => [tunnelRewrite({ dsn: process.env.SHOP_DSN, path: '/rewritten-monitoring' })],
}
