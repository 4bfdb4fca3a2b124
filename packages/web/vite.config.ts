import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Set by tools/dev.ts: the server behind the pages. */
const server = process.env['HINDCAST_DEV_SERVER'] ?? 'http://127.0.0.1:8000'

export default defineConfig(({ command }) => {
  // A build started by a test runner inherits NODE_ENV=test and would ship the development half of React.
  if (command === 'build') process.env['NODE_ENV'] = 'production'
  return {
    plugins: [react()],
    build: {
      target: 'es2022',
      // An inlined asset becomes a data: address, which the content security policy refuses for all but images.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
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
