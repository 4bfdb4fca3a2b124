import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressedFiles } from './vite/compressed-files.ts'
import { messages } from './vite/messages.ts'

/** Set by tools/dev.ts: the server behind the pages. */
const server = process.env['HINDCAST_DEV_SERVER'] ?? 'http://127.0.0.1:8000'

/** Modules that the entry itself needs. */
const BASE =
  'lib/api/(?:backoff|client|prefetch|query-client|reachability|signed-out)|lib/routing/(?:lazy-code|own-path|plain-search)|lib/i18n/(?:i18n|locale)|lib/state/store|product/session/(?:session-queries|preferences)|product/search-params|app/(?:error-digest|report)'

/** What forms and settings share: the list of issues does without. */
const FORMS =
  'ui/feedback/confirm[.]tsx|ui/forms/(?:code-field|copy-field|new-password-field|radio-group|save-row|setting-section|switch)[.]tsx|ui/layout/lone-page[.]tsx|lib/api/field-errors[.]ts|lib/browser/form[.]ts|lib/state/sending[.]ts'

export default defineConfig(({ command }) => {
  // A build started by a test runner inherits NODE_ENV=test and would ship the development half of React.
  if (command === 'build') process.env['NODE_ENV'] = 'production'
  return {
    plugins: [messages(import.meta.dirname), react(), tailwindcss(), compressedFiles()],
    build: {
      target: 'es2022',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      // An inlined asset becomes a data: address, which the content security policy refuses for all but images.
      assetsInlineLimit: 0,
      // With the shared code in one file a screen is two requests at most; lists of them would weigh on every page.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
      },
      // Which chunk belongs to which screen; the size check reads it.
      manifest: true,
      rolldownOptions: {
        output: {
          codeSplitting: {
            // Without what only some screens ask the query client for.
            // Changes only with an update of these packages, so a new version of ours costs returning readers little.
            groups: [
              {
                name: 'vendor',
                test: /node_modules\/(?!@tanstack\/(?:react-query|query-core)\/.*(?:[iI]nfinite|[mM]utation(?:Observer)?\.))(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?:react-router|router-core|history|react-query|query-core|store|react-store)|@lingui\/(?:core|react))\//,
              },
              // Part of every page as well; one file compresses better than six.
              { name: 'base', test: new RegExp(`src/(?:(?:${BASE})[.]ts|app/banner[.]tsx)$`) },
              // What several screens share, likewise; but nothing that the list of issues does without.
              {
                name: 'common',
                test: new RegExp(
                  `src/(?!${FORMS})(?:ui/|lib/(?!browser/options)|product/(?!search/|[a-z]+/[a-z]+-queries))`,
                ),
                minShareCount: 3,
              },
              { name: 'forms', test: new RegExp(`src/(?:${FORMS})$`), minShareCount: 2 },
            ],
          },
        },
      },
    },
    server: {
      host: '127.0.0.1',
      port: 5173,
      proxy: {
        '^/(api|tunnel|healthz|readyz|metrics)(/|\\?|$)': {
          target: server,
          changeOrigin: true,
          configure: (proxy) => {
            // The server refuses changes that come from a page of another origin, and Vite's port is another one.
            proxy.on('proxyReq', (request) => {
              if (request.hasHeader('origin')) request.setHeader('origin', server)
            })
          },
        },
      },
    },
  }
})
