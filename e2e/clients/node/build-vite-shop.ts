import { join } from 'node:path'
import { build } from 'vite'
import { sentryVitePlugin as plugin11 } from 'sentry-vite-plugin-11'
import { sentryVitePlugin as plugin5 } from 'sentry-vite-plugin-5'

/** Builds the shop as its owner would, with the plugin of that major version; everything else comes from SENTRY_*. */
const [major = '', outDir = '', release = ''] = process.argv.slice(2)
const sentryVitePlugin = major === '11' ? plugin11 : plugin5

await build({
  root: join(import.meta.dirname, '../vite-shop'),
  configFile: false,
  build: { outDir, emptyOutDir: true, sourcemap: 'hidden', modulePreload: { polyfill: false }, minify: true },
  plugins: [
    sentryVitePlugin({
      telemetry: false,
      errorHandler: (error) => {
        throw error
      },
      release: {
        name: release,
        finalize: true,
        setCommits: { repo: 'acme/shop', commit: 'def456', previousCommit: 'abc123' },
        deploy: { env: 'production' },
      },
    }),
  ],
})
