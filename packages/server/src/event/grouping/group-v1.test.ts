import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ErrorEvent, Frame } from '#domain/events/error-event.ts'
import { aFrame, aMechanism, anEvent, anException } from '#domain/testing.ts'
import { groupV1 } from './group-v1.ts'

const group = (event: ErrorEvent) => groupV1(event, undefined)
const fingerprint = (event: ErrorEvent) => group(event).fingerprint
const thrown = (frames: readonly Frame[], over = {}) =>
  anEvent({ exceptions: [anException({ frames, ...over })] })
const inFile = (file: string, name = 'checkout') =>
  thrown([aFrame({ absPath: file, filename: file, function: name })])
const failing = (value: string, type = 'Error') =>
  anEvent({ exceptions: [anException({ type, value, frames: [] })] })

const names = fc.constantFrom(
  'checkout',
  'priceOf',
  'Cart.render',
  'handleSubmit',
  'useOrder',
  'loadProduct',
  'get',
)
const files = fc.constantFrom(
  'src/cart.ts',
  'src/lib/price.ts',
  'app/order/page.tsx',
  'src/api.ts',
  'pages/shop.js',
)
const hex = fc.stringMatching(/^[0-9a-f]{7}[0-9]$/)
const base64 = fc.stringMatching(/^[A-Z][a-z][0-9][A-Za-z0-9]{4}[0-9]$/)

describe('grouping v1', () => {
  it('[GR2] survives a deploy: other lines, columns, hashes, origins and queries are the same error', () => {
    const place = fc.record({ name: names, file: files })
    const deploy = fc.record({
      origin: fc.constantFrom('https://shop.example', 'http://localhost:3000', 'app://', 'webpack://shop/.'),
      query: fc.constantFrom('', '?t=1794705930', '?v=abc#x'),
      line: fc.nat(),
      column: fc.nat(),
    })
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 6 }), deploy, deploy, (places, one, other) => {
        const stack = (at: typeof one) =>
          thrown(
            places.map(({ name, file }) =>
              aFrame({
                function: name,
                absPath: `${at.origin}/${file}${at.query}`,
                line: at.line,
                column: at.column,
              }),
            ),
          )
        expect(fingerprint(stack(one))).toBe(fingerprint(stack(other)))
      }),
    )
  })

  it('[GR2] removes the hashes of every bundler from file names', () => {
    const vite = base64.map((hash) => `https://shop.example/assets/index-${hash}.js`)
    const webpack = hex.map((hash) => `https://shop.example/static/js/main.${hash}.chunk.js`)
    const next = hex.map((hash) => `app:///_next/static/chunks/app/page-${hash}${hash}.js`)
    const turbopack = hex.map((hash) => `https://shop.example/_next/static/chunks/src_cart_${hash}._.js`)
    const esbuild = fc.stringMatching(/^[A-Z2-7]{8}$/).map((hash) => `https://shop.example/main-${hash}.js`)
    for (const bundler of [vite, webpack, next, turbopack, esbuild]) {
      fc.assert(
        fc.property(bundler, bundler, (one, other) => {
          expect(fingerprint(inFile(one))).toBe(fingerprint(inFile(other)))
        }),
      )
    }
  })

  it('[GR2] keeps names apart that only look like hashes', () => {
    const apart = ['user-settings.js', 'user-checkout.js', 'user-Settings.js', 'user-orderBox.js']
    expect(
      new Set(apart.map((file) => fingerprint(inFile(`https://shop.example/assets/${file}`)))).size,
    ).toBe(4)
  })

  it('[GR2] gives no weight to names that a minifier chose, nor to how often a function called itself', () => {
    const frame = (name: string) =>
      aFrame({ function: name, absPath: 'https://shop.example/assets/index-BX3kD9aZ.js' })
    const deploys = [
      ['ab', 'handleSubmit'],
      ['xY', 'q', 'handleSubmit'],
      ['handleSubmit', 'handleSubmit'],
      ['e.handleSubmit'],
    ]
    const found = deploys.map((stack) => fingerprint(thrown(stack.map(frame))))
    expect(new Set(found).size).toBe(1)
  })

  it('[GR2] reads the names that different browsers give to one method alike', () => {
    const spellings = [
      'render',
      'Cart.render',
      'async render',
      'async*render',
      'render/<',
      'Object.render [as onClick]',
    ]
    expect(new Set(spellings.map((name) => fingerprint(inFile('/src/cart.ts', name)))).size).toBe(1)
    const unnamed = [
      './src/cart.ts',
      '(app-pages-browser)/./src/cart.ts',
      'eval',
      'Object.<anonymous>',
      'new <anonymous>',
    ]
    expect(new Set(unnamed.map((name) => group(inFile('/src/cart.ts', name)).evidence.rule))).toEqual(
      new Set(['exception']),
    )
  })

  it('[GR3] distinguishes types, functions and files', () => {
    const place = fc.record({
      type: fc.constantFrom('Error', 'TypeError', 'RangeError'),
      name: names,
      file: files,
    })
    fc.assert(
      fc.property(place, place, (one, other) => {
        const event = ({ type, name, file }: typeof one) =>
          thrown([aFrame({ function: name, absPath: `https://shop.example/${file}` })], { type })
        const same = JSON.stringify(one) === JSON.stringify(other)
        expect(fingerprint(event(one)) === fingerprint(event(other))).toBe(same)
      }),
    )
  })

  it('[GR3] looks at frames of the application only, unless there are none', () => {
    const own = aFrame({ function: 'mine' })
    const theirs = (name: string) =>
      aFrame({ function: name, inApp: false, absPath: '/srv/node_modules/x/index.js' })
    expect(fingerprint(thrown([own, theirs('one')]))).toBe(fingerprint(thrown([own, theirs('two')])))
    expect(fingerprint(thrown([theirs('one')]))).not.toBe(fingerprint(thrown([theirs('two')])))
    const vite = aFrame({
      function: 'commitRoot',
      absPath: 'http://localhost:5173/node_modules/.vite/deps/react-dom.js',
    })
    expect(fingerprint(thrown([own, vite]))).toBe(fingerprint(thrown([own])))
  })

  it('[GR4] follows the fingerprint of the SDK, and extends the default where it asks to', () => {
    const custom = (parts: readonly string[], over: Partial<ErrorEvent> = {}) =>
      fingerprint(anEvent({ fingerprint: parts, ...over }))
    const other = { exceptions: [anException({ type: 'RangeError' })] }
    expect(custom(['checkout'])).toBe(custom(['checkout'], other))
    expect(custom(['{{ default }}', 'checkout'])).not.toBe(custom(['{{ default }}', 'checkout'], other))
    expect(custom(['{{default}}'])).toBe(fingerprint(anEvent()))
    expect(custom(['{{ default }}', 'a'])).not.toBe(custom(['{{ default }}', 'b']))
    expect(custom(['ab', 'c'])).not.toBe(custom(['a', 'bc']))
  })

  it('[GR5] is decided by the last exception, neither by its causes nor by component stacks', () => {
    const last = anException()
    const cause = anException({ type: 'SyntaxError', frames: [aFrame({ function: 'parse' })] })
    const component = anException({
      type: 'React ErrorBoundary TypeError',
      frames: [aFrame({ function: 'App' })],
    })
    const alone = fingerprint(anEvent({ exceptions: [last] }))
    expect(fingerprint(anEvent({ exceptions: [cause, last] }))).toBe(alone)
    expect(fingerprint(anEvent({ exceptions: [component, last] }))).toBe(alone)
    expect(fingerprint(anEvent({ exceptions: [last, cause] }))).not.toBe(alone)
  })

  it('[GR6] turns to the message where the throwing function has no name that lasts', () => {
    const minified = (value: string, name: string) =>
      thrown([aFrame({ function: 'withScope', absPath: '/srv/sdk.js' }), aFrame({ function: name })], {
        value,
      })
    expect(fingerprint(minified('no price', 'Ty'))).toBe(fingerprint(minified('no price', 'qm')))
    expect(fingerprint(minified('no price', 'Ty'))).not.toBe(fingerprint(minified('no stock', 'Ty')))
    expect(group(minified('no price', 'Ty')).evidence.rule).toBe('exception')
  })

  it('[GR6] counts an anonymous function to the named one around it in the same file', () => {
    const stack = (value: string) =>
      thrown([aFrame({ function: 'loadItems' }), aFrame({ function: undefined })], { value })
    expect(fingerprint(stack('bad item socks'))).toBe(fingerprint(stack('bad item shoes')))
  })

  it('[GR6] does not trust the stack of a synthetic exception, which shows who reported it', () => {
    const reported = (value: string) =>
      thrown([aFrame({ function: 'report' })], { value, mechanism: aMechanism({ synthetic: true }) })
    expect(fingerprint(reported('one thing'))).not.toBe(fingerprint(reported('another thing')))
  })

  it('[GR6] groups messages by their template', () => {
    const message = (formatted: string, template?: string) =>
      anEvent({ kind: 'default', exceptions: [], message: { formatted, template, params: [] } })
    expect(fingerprint(message('ada left', '%s left'))).toBe(fingerprint(message('bob left', '%s left')))
    expect(fingerprint(message('ada left'))).not.toBe(fingerprint(message('bob left')))
    expect(group(anEvent({ kind: 'default', exceptions: [] })).evidence.rule).toBe('fallback')
  })

  it('[GR7] groups failures to load code by their cause, whichever chunk it was', () => {
    const same = [
      'Loading chunk 315 failed.\n(missing: https://shop.example/315.a1b2c3d4.js)',
      'Loading chunk 77 failed.\n(missing: https://shop.example/77.ffff0000.js)',
    ]
    expect(new Set(same.map((value) => fingerprint(failing(value, 'ChunkLoadError')))).size).toBe(1)
    const modules = [
      'Failed to fetch dynamically imported module: https://shop.example/assets/cart-BX3kD9aZ.js',
      'error loading dynamically imported module: https://shop.example/assets/home-aaaaaaa1.js',
      'Importing a module script failed.',
    ]
    expect(new Set(modules.map((value) => fingerprint(failing(value, 'TypeError')))).size).toBe(1)
    expect(fingerprint(failing(modules[0]!))).not.toBe(fingerprint(failing(same[0]!)))
  })

  it('[GR8] groups reports by rule and source', () => {
    const report = {
      kind: 'csp',
      rule: 'img-src',
      source: 'a.example',
      documentUrl: undefined,
      title: 't',
    } as const
    const event = anEvent({ kind: 'security', exceptions: [] })
    const one = groupV1(event, { ...report, documentUrl: 'https://shop.example/1' })
    expect(one.fingerprint).toBe(
      groupV1(event, { ...report, documentUrl: 'https://shop.example/2' }).fingerprint,
    )
    expect(one.fingerprint).not.toBe(groupV1(event, { ...report, source: 'b.example' }).fingerprint)
    expect(one.evidence.rule).toBe('security')
  })

  it('[GR9] says which parts decided, in words that fit on a screen', () => {
    expect(group(anEvent())).toEqual({
      version: 1,
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      evidence: {
        rule: 'stacktrace',
        summary: 'Same type, thrown at the same place: checkout in src/cart.ts.',
        parts: ['stacktrace', 'TypeError', 'checkout in src/cart.ts', 'onClick in src/cart.ts'],
      },
    })
    const long = group(anEvent({ fingerprint: Array.from({ length: 1000 }, () => 'x'.repeat(1000)) }))
    expect(JSON.stringify(long.evidence).length).toBeLessThan(10_000)
  })
})
