import type { Json, JsonObject } from '#domain/json.ts'
import { hex, pick, type Random } from './random.ts'
import type { Visitor } from './visitors.ts'

/** What one occurrence is made of, before it becomes a payload. */
export interface Occurrence {
  readonly random: Random
  readonly visitor: Visitor
  readonly release: string
  /** Changes with every deploy, as bundlers do. */
  readonly buildHash: string
}

/** A bug of the imaginary shop: how it looks on the wire whenever it happens. */
export interface Bug {
  readonly name: string
  readonly platform: 'javascript' | 'node'
  readonly route: string
  readonly event: (occurrence: Occurrence) => JsonObject
}

const ORIGIN = 'https://shop.example.com'

type FrameLine = readonly [file: string, fn: string, line: number]

function browserFrames(hash: string, frames: readonly FrameLine[]): Json[] {
  return frames.map(([file, fn, line]) => ({
    filename: `${ORIGIN}/assets/${file}-${hash}.js`,
    function: fn,
    lineno: line,
    colno: 11 + (line % 40),
    in_app: true,
  }))
}

function nodeFrames(frames: readonly FrameLine[]): Json[] {
  return frames.map(([file, fn, line]) => ({
    filename: `/srv/shop/${file}`,
    function: fn,
    lineno: line,
    colno: 9,
    in_app: !file.startsWith('node_modules'),
  }))
}

function thrown(type: string, value: string, frames: Json[], mechanism: string, handled = false): JsonObject {
  return { type, value, stacktrace: { frames }, mechanism: { type: mechanism, handled } }
}

const GLOBAL = 'auto.browser.global_handlers.onerror'
const REJECTION = 'auto.browser.global_handlers.onunhandledrejection'

export const BUGS: readonly Bug[] = [
  {
    name: 'cart-price',
    platform: 'javascript',
    route: '/[locale]/cart',
    event: ({ buildHash }) => ({
      exception: {
        values: [
          thrown(
            'TypeError',
            "Cannot read properties of undefined (reading 'price')",
            browserFrames(buildHash, [
              ['react-dom', 'commitRoot', 4120],
              ['cart', 'CartSummary', 88],
              ['cart', 'sumOf', 31],
            ]),
            GLOBAL,
          ),
        ],
      },
    }),
  },
  {
    name: 'chunk-gone',
    platform: 'javascript',
    route: '/[locale]/product/[id]',
    event: ({ buildHash, random }) => ({
      exception: {
        values: [
          thrown(
            'ChunkLoadError',
            `Loading chunk ${1000 + Math.floor(random() * 9000)} failed.\n(error: ${ORIGIN}/assets/reviews-${buildHash}.js)`,
            browserFrames(buildHash, [
              ['runtime', 'loadChunk', 12],
              ['product', 'openReviews', 140],
            ]),
            REJECTION,
          ),
        ],
      },
    }),
  },
  {
    name: 'checkout-offline',
    platform: 'javascript',
    route: '/[locale]/checkout',
    event: ({ buildHash }) => ({
      exception: {
        values: [
          thrown(
            'TypeError',
            'Failed to fetch',
            browserFrames(buildHash, [['checkout', 'submitOrder', 212]]),
            REJECTION,
          ),
        ],
      },
    }),
  },
  {
    name: 'invalid-date',
    platform: 'javascript',
    route: '/[locale]/orders/[id]',
    event: ({ buildHash }) => ({
      exception: {
        values: [
          thrown(
            'RangeError',
            'Invalid time value',
            browserFrames(buildHash, [
              ['orders', 'OrderTimeline', 57],
              ['format', 'formatDay', 9],
            ]),
            GLOBAL,
          ),
        ],
      },
    }),
  },
  {
    name: 'payment-declined',
    platform: 'javascript',
    route: '/[locale]/checkout',
    event: ({ buildHash, random }) => ({
      exception: {
        values: [
          {
            ...thrown(
              'ProviderError',
              `card_declined for order ${100_000 + Math.floor(random() * 9000)}`,
              [],
              'chained',
              true,
            ),
            mechanism: { type: 'chained', handled: true, source: 'cause', exception_id: 1, parent_id: 0 },
          },
          {
            ...thrown(
              'PaymentError',
              'The payment could not be completed',
              browserFrames(buildHash, [
                ['checkout', 'pay', 301],
                ['checkout', 'confirm', 344],
              ]),
              'generic',
              true,
            ),
            mechanism: { type: 'generic', handled: true, exception_id: 0 },
          },
        ],
      },
    }),
  },
  {
    name: 'hydration',
    platform: 'javascript',
    route: '/[locale]',
    event: ({ buildHash }) => ({
      exception: {
        values: [
          thrown(
            'Error',
            'Minified React error #418; visit https://react.dev/errors/418?args[]=text for the full message',
            browserFrames(buildHash, [['react-dom', 'throwOnHydrationMismatch', 901]]),
            'auto.function.react.error_handler',
          ),
        ],
      },
    }),
  },
  {
    name: 'stock-query',
    platform: 'node',
    route: 'GET /[locale]/product/[id]',
    event: ({ random }) => ({
      exception: {
        values: [
          thrown(
            'DatabaseError',
            `canceling statement due to statement timeout after ${4000 + Math.floor(random() * 1000)} ms`,
            nodeFrames([
              ['node_modules/pg/lib/client.js', 'Client._handleError', 331],
              ['server/stock.ts', 'stockOf', 44],
              ['app/[locale]/product/[id]/page.tsx', 'ProductPage', 18],
            ]),
            'auto.function.nextjs.on_request_error',
          ),
        ],
      },
      tags: { 'nextjs.digest': String(1_000_000_000 + Math.floor(random() * 1000)) },
    }),
  },
  {
    name: 'slow-provider',
    platform: 'node',
    route: 'POST /api/payments',
    event: ({ random }) => ({
      level: 'warning',
      message: `Payment provider answered after ${2000 + Math.floor(random() * 6000)} ms`,
      logger: 'payments',
    }),
  },
]

export function breadcrumbsFor({ visitor, random }: Occurrence, at: number): Json[] {
  const path = `/${visitor.locale}/product/${100 + Math.floor(random() * 60)}`
  return [
    { timestamp: at - 41, category: 'navigation', data: { from: `/${visitor.locale}`, to: path } },
    { timestamp: at - 30, category: 'ui.click', message: 'main > button.add-to-cart' },
    {
      timestamp: at - 29.6,
      category: 'fetch',
      type: 'http',
      data: { method: 'POST', url: '/api/cart', status_code: 200 },
    },
    {
      timestamp: at - 12,
      category: 'console',
      level: 'warning',
      message: pick(random, ['price list is 2 h old', 'retrying /api/stock']),
    },
    { timestamp: at - 2, category: 'ui.click', message: 'header > a[href="/cart"]' },
  ]
}

export function spanIds(random: Random): JsonObject {
  return { trace_id: hex(random, 32), span_id: hex(random, 16) }
}
