import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressedFiles } from './vite/compressed-files.ts'
import { CHUNKS } from './vite/chunks.ts'
import { messages } from './vite/messages.ts'

/** Set by tools/dev.ts: the server behind the pages. */
const server = process.env['HINDCAST_DEV_SERVER'] ?? 'http://127.0.0.1:8000'

/** The text recognition looks for its data under a fixed name, so there the hash is a folder. */
const assetFileNames = ({ names }: { readonly names: readonly string[] }): string =>
  names.some((name) => name.endsWith('.traineddata.gz'))
    ? 'assets/[hash]/[name][extname]'
    : 'assets/[name]-[hash][extname]'

export default defineConfig(({ command }) => {
  // A build started by a test runner inherits NODE_ENV=test and would ship the development half of React.
  if (command === 'build') process.env['NODE_ENV'] = 'production'
  return {
    plugins: [messages(import.meta.dirname), react(), tailwindcss(), compressedFiles()],
    // Its source: the built module is only for those who install it.
    resolve: { alias: { '@hindcast/browser': join(import.meta.dirname, '../browser/src/integration.ts') } },
    build: {
      target: 'es2022',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      // An inlined asset becomes a data: address, which the content security policy refuses for all but images.
      assetsInlineLimit: 0,
      // Every browser that these pages support preloads modules by itself.
      modulePreload: { polyfill: false },
      // Which chunk belongs to which screen; the size check reads it.
      manifest: true,
      rolldownOptions: {
        output: {
          assetFileNames,
          codeSplitting: { groups: CHUNKS },
        },
      },
    },
    server: {
      host: '127.0.0.1',
      port: 5173,
      proxy: {
        '^/(api|reference|tunnel|healthz|readyz|metrics)(/|\\?|$)': {
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
