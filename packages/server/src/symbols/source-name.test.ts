import { describe, expect, it } from 'vitest'
import { isLibrary, readableSource } from './source-name.ts'

describe('names of sources', () => {
  it.each([
    ['../../fx/src/cart.js', 'fx/src/cart.js'],
    ['webpack://_N_E/./app/page.tsx?1a2b', 'app/page.tsx'],
    ['webpack:///./src/app.js', 'src/app.js'],
    ['webpack://shop/src/app.js', 'src/app.js'],
    ['webpack-internal:///(app-pages-browser)/./app/page.tsx', 'app/page.tsx'],
    ['turbopack:///[project]/app/cart.ts', 'app/cart.ts'],
    ['turbopack://[project]/app/cart.ts', 'app/cart.ts'],
    ['file:///srv/shop/app/orders/%5Bid%5D/page.jsx', '/srv/shop/app/orders/[id]/page.jsx'],
    ['turbopack:///%5Bproject%5D/app/%28shop%29/%5Bid%5D/page.jsx', 'app/(shop)/[id]/page.jsx'],
    ['src/100%/a%2Fb.js', 'src/100%/a%2Fb.js'],
    ['file:///home/ci/shop/src/cart.ts', '/home/ci/shop/src/cart.ts'],
    ['app:///src/cart.ts', 'src/cart.ts'],
    ['https://shop.example/src/cart.ts', 'src/cart.ts'],
    ['src\\views\\Cart.vue?vue&type=script&lang.ts', 'src/views/Cart.vue'],
    ['../node_modules/.pnpm/a@1/node_modules/react-dom/x.js', 'node_modules/react-dom/x.js'],
    ['\0commonjsHelpers.js', 'commonjsHelpers.js'],
    ['cart.ts', 'cart.ts'],
    ['?', '?'],
  ])('[SM35] %s is shown as %s', (source, shown) => {
    expect(readableSource(source)).toBe(shown)
  })

  it.each([
    'webpack://_N_E/webpack/bootstrap',
    'webpack://shop/webpack/runtime/load script',
    'webpack://shop/(webpack)/buildin/global.js',
    'webpack://_N_E/./node_modules/next/dist/client/index.js',
    'turbopack:///[turbopack]/browser/runtime/base/runtime-base.ts',
    'turbopack://[turbopack]/shared/runtime-utils.ts',
    '../../node_modules/react-dom/cjs/react-dom.production.js',
    '\0vite/preload-helper.js',
    '../../vite/modulepreload-polyfill',
    '\0commonjsHelpers.js',
  ])('[SM36] %s is not of the application', (source) => {
    expect(isLibrary(source)).toBe(true)
  })

  it.each([
    'src/cart.ts',
    'webpack://_N_E/./app/page.tsx',
    '../../packages/vite-shop/src/a.ts',
    'app/webpack.ts',
  ])('[SM36] %s is of the application', (source) => {
    expect(isLibrary(source)).toBe(false)
  })
})
