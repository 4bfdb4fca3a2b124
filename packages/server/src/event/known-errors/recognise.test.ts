import { describe, expect, it } from 'vitest'
import type { ErrorEvent } from '#domain/events/error-event.ts'
import { RECOGNISED_KINDS } from '#domain/events/known-error.ts'
import type { RecognisedKind } from '#domain/events/known-error.ts'
import { aFrame, anEvent, anException } from '#domain/testing.ts'
import { recognise, recognisedKind } from './recognise.ts'
import { nextRecordings } from '#event/known-errors/testing/next-recordings.ts'

const thrown = (type: string, value: string) =>
  anEvent({ exceptions: [anException({ type, value, frames: [aFrame()] })] })
const said = (formatted: string) =>
  anEvent({ kind: 'default', exceptions: [], message: { formatted, template: undefined, params: [] } })
const at = (...files: readonly string[]) =>
  anEvent({ exceptions: [anException({ frames: files.map((absPath) => aFrame({ absPath })) })] })

const TEXTS: ReadonlyArray<readonly [kind: RecognisedKind, type: string, ...values: readonly string[]]> = [
  [
    'chunk_load_error',
    'ChunkLoadError',
    'Loading chunk 8066 failed.\n(error: https://shop.example/static/js/8066.1f2e3d4c.js)',
    'Loading chunk vendors-node_modules_lodash failed.\n(missing: https://shop.example/v.js)',
    'Loading CSS chunk 12 failed.\n(/static/css/12.css)',
    'Failed to load chunk /_next/static/chunks/0wuthen3tr0s2.js from module 42002',
  ],
  [
    'chunk_load_error',
    'TypeError',
    'Failed to fetch dynamically imported module: https://shop.example/assets/cart-BX3kD9aZ.js',
    'error loading dynamically imported module: https://shop.example/assets/cart-BX3kD9aZ.js',
    'error loading dynamically imported module',
    'Importing a module script failed.',
    "'text/html' is not a valid JavaScript MIME type.",
  ],
  [
    'chunk_load_error',
    'Error',
    'Unable to preload CSS for /assets/cart-BX3kD9aZ.css',
    'Failed to load script: /_next/static/chunks/pages/legacy-1f2e3d4c.js',
    'Route did not complete loading: /legacy2',
  ],
  [
    'chunk_load_error',
    'ScriptExternalLoadError',
    'Loading script failed.\n(missing: https://cdn.example/remoteEntry.js)',
  ],
  [
    'chunk_load_error',
    'SyntaxError',
    "Unexpected token '<'",
    "expected expression, got '<'",
    'Unexpected token <',
  ],
  [
    'hydration_mismatch',
    'Error',
    'Minified React error #418; visit https://react.dev/errors/418?args[]=text&args[]= for the full message',
    'Minified React error #425; visit https://reactjs.org/docs/error-decoder.html?invariant=425 for the full message',
    'Minified React error #423; visit https://reactjs.org/docs/error-decoder.html?invariant=423 for the full message',
    'Minified React error #421; visit https://react.dev/errors/421 for the full message',
    "Hydration failed because the server rendered HTML didn't match the client. As a result this tree will be regenerated",
    'Hydration failed because the initial UI does not match what was rendered on the server.',
    'Text content does not match server-rendered HTML.',
    'Warning: Text content did not match. Server: "1:02" Client: "1:03"',
    'There was an error while hydrating. Because the error happened outside of a Suspense boundary, the entire root will switch to client rendering.',
    'Hydration completed but contains mismatches.',
    'NG0500: During hydration Angular expected <div> but found <p>.',
  ],
  [
    'server_render_error',
    'Error',
    'Minified React error #441; visit https://react.dev/errors/441 for the full message',
    'Minified React error #419; visit https://react.dev/errors/419 for the full message',
    'An error occurred in the Server Components render. The specific message is omitted in production builds',
  ],
  [
    'failed_server_action',
    'UnrecognizedActionError',
    'Server Action "40361a7f701551db8ffc883a20a18842fb6b005b81" was not found on the server. \nRead more: https://nextjs.org',
  ],
  [
    'failed_server_action',
    'Error',
    'Failed to find Server Action "00573737". This request might be from an older or newer deployment.',
    'Invalid Server Actions request.',
    'An unexpected response was received from the server.',
  ],
  [
    'leaked_control_flow',
    'Error',
    'NEXT_REDIRECT',
    'NEXT_REDIRECT;replace;/login;307;',
    'NEXT_NOT_FOUND',
    'NEXT_HTTP_ERROR_FALLBACK;404',
    "Dynamic server usage: Route /a couldn't be rendered statically because it used `cookies`.",
    'Bail out to client-side rendering: useSearchParams()',
    "Suspense Exception: This is not a real error! It's an implementation detail of `use`",
    'Minified React error #460; visit https://react.dev/errors/460 for the full message',
  ],
  [
    'resize_observer_loop',
    'Error',
    'ResizeObserver loop completed with undelivered notifications.',
    'ResizeObserver loop limit exceeded',
  ],
  ['script_error', 'Error', 'Script error.', 'Script error'],
  [
    'translated_dom',
    'NotFoundError',
    "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
    "Failed to execute 'insertBefore' on 'Node': The node before which the new node is to be inserted is not a child of this node.",
    'Node.removeChild: The node to be removed is not a child of this node',
    'Node.insertBefore: Child to insert before is not a child of this node',
    'The object can not be found here.',
  ],
  [
    'extension_noise',
    'Error',
    'Extension context invalidated.',
    'A listener indicated an asynchronous response by returning true, but the message channel closed before a response was received',
    'Could not establish connection. Receiving end does not exist.',
    "undefined is not an object (evaluating 'window.webkit.messageHandlers.selectedDebugHandler')",
    "Can't find variable: _AutofillCallbackHandler",
    "Can't find variable: __gCrWeb",
    'Cannot redefine property: ethereum',
  ],
  [
    'extension_noise',
    'UnhandledRejection',
    'Non-Error promise rejection captured with value: Object Not Found Matching Id:2, MethodName:update, ParamCount:4',
  ],
  [
    'network_failure',
    'TypeError',
    'Failed to fetch',
    'Failed to fetch (api.shop.example)',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
    'Load failed (api.shop.example)',
    'Network request failed',
    'The network connection was lost.',
    'The Internet connection appears to be offline.',
    'cancelled',
    'fetch failed',
  ],
  ['network_failure', 'AxiosError', 'Network Error', 'timeout of 5000ms exceeded', 'Request aborted'],
  [
    'network_failure',
    'AbortError',
    'signal is aborted without reason',
    'The user aborted a request.',
    'Fetch is aborted',
  ],
  ['network_failure', 'TimeoutError', 'signal timed out', 'The operation timed out.'],
  [
    'network_failure',
    'Error',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'getaddrinfo ENOTFOUND api.shop.example',
    'socket hang up',
  ],
  [
    'react_error',
    'Error',
    'Minified React error #31; visit https://react.dev/errors/31?args[]=object for the full message',
  ],
]

const EACH = TEXTS.flatMap(([kind, type, ...values]) => values.map((value) => ({ kind, type, value })))

describe('recognised problems', () => {
  it.each(EACH)('[GR60] $kind is what “$type: $value” is', ({ kind, type, value }) => {
    expect(recognisedKind(thrown(type, value))).toBe(kind)
    expect(recognisedKind(said(`Uncaught ${type}: ${value}`))).toBe(kind)
  })

  it('[GR60] every kind has texts, and each says what it is, how to confirm it and what to do', () => {
    expect(new Set(EACH.map(({ kind }) => kind))).toEqual(new Set(RECOGNISED_KINDS))
    for (const { type, value } of EACH) {
      const { title, about, confirm, fix } = recognise(thrown(type, value))!
      expect(title).toMatch(/^[A-Z][^.\n]{8,60}$/)
      for (const text of [about, confirm, fix]) expect(text).toMatch(/^[A-Z][^\n]{20,320}[.)]$/)
    }
  })

  it.each([
    ['TypeError', 'Failed to fetch the price of cart 3'],
    ['Error', 'Could not hydrate the cart: Hydration failed because of me'],
    ['Error', 'redirect() was called: NEXT_REDIRECT'],
    ['SyntaxError', 'Unexpected token < in JSON at position 0'],
    ['SyntaxError', 'Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON'],
    ['Error', 'The object can not be found here.'],
    ['Error', 'Script error. Please reload'],
    ['Error', 'Order request timed out after the payment was taken'],
    ['Error', 'Load failed: 3 rows'],
    ['Error', ''],
  ])('[GR61] leaves an error of the application alone: “%s: %s”', (type, value) => {
    expect(recognise(thrown(type, value))).toBeUndefined()
  })

  it('[GR61] leaves a security report alone, whatever it says', () => {
    expect(recognise({ ...said('Script error.'), kind: 'security' })).toBeUndefined()
  })

  it('[GR60] goes by the error and not by the component stack in front of it', () => {
    const event = anEvent({
      exceptions: [
        anException({ type: 'React ErrorBoundary TypeError', value: 'x is undefined' }),
        anException({ type: 'TypeError', value: 'Load failed' }),
      ],
    })
    expect(recognisedKind(event)).toBe('network_failure')
  })
})

describe('extensions', () => {
  const OWN = 'https://shop.example/src/cart.ts'

  it.each([
    'chrome-extension://abcdef/content.js',
    'moz-extension://0a1b2c/content.js',
    'safari-extension://com.example/abc/content.js',
    'safari-web-extension://ABC/content.js',
    'webkit-masked-url://hidden/',
  ])('[GR62] are recognised by %s', (file) => {
    expect(recognisedKind(at(file))).toBe('extension_noise')
    expect(recognisedKind(at(OWN, file))).toBe('extension_noise')
    expect(recognisedKind(at('<anonymous>', file, '<anonymous>'))).toBe('extension_noise')
    expect(recognisedKind(at(file, OWN))).toBeUndefined()
  })

  it('[GR62] are not blamed for a request that failed, because they only stood in between', () => {
    const frames = [aFrame(), aFrame({ absPath: 'chrome-extension://abcdef/fetch.js' })]
    const event = anEvent({
      exceptions: [anException({ type: 'TypeError', value: 'Failed to fetch', frames })],
    })
    expect(recognisedKind(event)).toBe('network_failure')
  })
})

describe('details of a recognised problem', () => {
  const details = (type: string, value: string) => recognise(thrown(type, value))?.details

  it('[GR63] decode the numbers of React with their arguments', () => {
    const at31 = 'https://react.dev/errors/31?args[]=object%20with%20keys%20%7Bid%7D&args[]='
    expect(details('Error', `Minified React error #31; visit ${at31} for the full message`)).toEqual({
      reactCode: 31,
      message:
        'Objects are not valid as a React child (found: object with keys {id}). To render a collection, use an array.',
      link: 'https://react.dev/errors/31',
      subject: undefined,
    })
    const old = 'https://reactjs.org/docs/error-decoder.html?invariant=130&args[]=undefined&args[]='
    expect(details('Error', `Minified React error #130; visit ${old} for`)).toMatchObject({
      reactCode: 130,
      message: 'Element type is invalid: expected a string or a component, but got: undefined.',
    })
  })

  it('[GR63] say something useful for 418 with and without its arguments', () => {
    const of = (query: string) =>
      details('Error', `Minified React error #418; visit https://react.dev/errors/418${query} for`)?.message
    expect(of('?args[]=text&args[]=')).toBe(
      'Hydration failed because the server rendered text did not match the client.',
    )
    expect(of('')).toBe('Hydration failed because the server rendered something did not match the client.')
  })

  it('[GR63] keep an unknown number, and a truncated argument', () => {
    expect(details('Error', 'Minified React error #9999; visit https://react.dev/errors/9999 for')).toEqual({
      reactCode: 9999,
      message: undefined,
      link: 'https://react.dev/errors/9999',
      subject: undefined,
    })
    expect(
      details('Error', 'Minified React error #31; visit https://react.dev/errors/31?args[]=a%2')?.message,
    ).toContain('(found: a%2)')
  })

  it('[GR63] say another thing about an update that came too early than about a mismatch', () => {
    const of = (code: number) => recognise(thrown('Error', `Minified React error #${code}; visit x for`))
    expect(of(421)).toMatchObject({
      kind: 'hydration_mismatch',
      fix: expect.stringContaining('startTransition'),
    })
    expect(of(418)!.title).not.toBe(of(421)!.title)
  })

  it.each([
    [
      'ChunkLoadError',
      'Loading chunk 8 failed.\n(error: https://shop.example/8.js)',
      'https://shop.example/8.js',
    ],
    [
      'ChunkLoadError',
      'Failed to load chunk /_next/static/chunks/0w.js from module 42',
      '/_next/static/chunks/0w.js',
    ],
    ['TypeError', 'Failed to fetch dynamically imported module: /assets/a-1.js', '/assets/a-1.js'],
    ['TypeError', 'Importing a module script failed.', undefined],
    ['Error', 'Failed to find Server Action "00573737". This request', '00573737'],
    ['Error', 'NEXT_REDIRECT;replace;/login;307;', 'NEXT_REDIRECT to /login'],
    ['Error', 'NEXT_HTTP_ERROR_FALLBACK;404', 'NEXT_HTTP_ERROR_FALLBACK 404'],
    ['TypeError', 'Failed to fetch (api.shop.example)', 'api.shop.example'],
    ['Error', 'connect ECONNREFUSED 127.0.0.1:5432', '127.0.0.1:5432'],
  ])('[GR63] name what “%s: %s” is about', (type, value, subject) => {
    expect(details(type, value)?.subject).toBe(subject)
  })
})

describe('recordings of real failures', () => {
  const recorded = nextRecordings()
  const EXPECTED: ReadonlyArray<readonly [name: string, kind: RecognisedKind | undefined]> = [
    ['0105-A-hydration-client-event', 'hydration_mismatch'],
    ['0054-A-ssr-client-client-event', 'server_render_error'],
    ['0009-A-with-boundary-client-event', 'server_render_error'],
    ['1235-ST-chunk-lazy-404-client-event', 'chunk_load_error'],
    ['1247-ST-chunk-import-abort-client-event', 'chunk_load_error'],
    ['2127-TS-chunk404-client-event', 'chunk_load_error'],
    ['1260-ST-action-skew-client-event', 'failed_server_action'],
    ['1332-ST-nf-catch-client-event', 'leaked_control_flow'],
    ['1339-ST-translate-client-event', 'translated_dom'],
    ['1358-ST-non-error-rejection-client-event', 'extension_noise'],
    ['2143-M-ext-frame-client-event', 'extension_noise'],
    ['2144-M-ext-frame-client-event', 'extension_noise'],
    ['0135-A-client-handler-client-event', undefined],
    ['0063-A-ssr-and-client-client-event', undefined],
    ['0005-A-with-boundary-server-event', undefined],
    ['1351-ST-script-error-client-event', undefined],
    ['1356-ST-non-error-rejection-client-event', undefined],
    ['2054-TS-hard_ts_boom-client-event', undefined],
  ]

  it.each(EXPECTED)('[GR60] %s is %s', (name, kind) => {
    const event: ErrorEvent = recorded.get(name)!
    expect(recognisedKind(event)).toBe(kind)
    expect(recognise(event)?.kind).toBe(kind)
  })
})
