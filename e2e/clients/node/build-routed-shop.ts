import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Builds the shop with that router and that SDK for production, as its owner would. */
const [router = '', sdk = '', outDir = ''] = process.argv.slice(2)
const root = fileURLToPath(new URL('../routed-shop', import.meta.url))
const integration = fileURLToPath(new URL('../../../packages/browser/src/integration.ts', import.meta.url))

await build({
  root,
  configFile: false,
  logLevel: 'error',
  resolve: {
    alias: { '@hindcast/browser': integration, 'shop-sdk': sdk, './main.jsx': join(root, `${router}.jsx`) },
  },
  oxc: { jsx: { runtime: 'automatic' } },
  build: { outDir, emptyOutDir: true },
})
