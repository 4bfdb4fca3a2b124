import { between, type Bug, type Frame, GLOBAL, ORIGIN, REJECTION, saying, throwing } from './bug.ts'

const REACT: Frame = ['react-dom', 'commitRoot', 4120]

/** A discount that applies itself: the end of a very long stack. */
const RECURSION: readonly Frame[] = Array.from({ length: 90 }, (): Frame => ['cart', 'applyDiscount', 402])

export const BROWSER_BUGS: readonly Bug[] = [
  throwing('cart-price', 'javascript', '/[locale]/cart', {
    type: 'TypeError',
    value: "Cannot read properties of undefined (reading 'price')",
    frames: [
      REACT,
      [
        'cart',
        'CartSummary',
        88,
        ['  return (', '    <dl>', '      <dd>{sumOf(lines)}</dd>', '    </dl>', '  )'],
      ],
      [
        'cart',
        'sumOf',
        31,
        [
          'export function sumOf(lines) {',
          '  let sum = 0',
          '  for (const line of lines) sum += line.variant.price * line.quantity',
          '  return sum',
          '}',
        ],
      ],
    ],
  }),
  throwing('chunk-gone', 'javascript', '/[locale]/product/[id]', {
    type: 'ChunkLoadError',
    value: ({ random, buildHash }) =>
      `Loading chunk ${between(random, 1000, 9999)} failed.\n(error: ${ORIGIN}/assets/reviews-${buildHash}.js)`,
    frames: [
      ['runtime', 'loadChunk', 12],
      ['product', 'openReviews', 140],
    ],
    mechanism: REJECTION,
  }),
  throwing('checkout-offline', 'javascript', '/[locale]/checkout', {
    type: 'TypeError',
    value: 'Failed to fetch',
    frames: [
      [
        'checkout',
        'submitOrder',
        212,
        ['  setBusy(true)', "  const answer = await fetch('/api/orders', {", "    method: 'POST',"],
      ],
    ],
    mechanism: REJECTION,
  }),
  throwing('invalid-date', 'javascript', '/[locale]/orders/[id]', {
    type: 'RangeError',
    value: 'Invalid time value',
    frames: [
      ['orders', 'OrderTimeline', 57],
      [
        'format',
        'formatDay',
        9,
        ['export function formatDay(text) {', '  return DAY.format(new Date(text))', '}'],
      ],
    ],
  }),
  throwing('payment-declined', 'javascript', '/[locale]/checkout', [
    {
      type: 'PaymentError',
      value: 'The payment could not be completed',
      frames: [
        ['checkout', 'pay', 301],
        ['checkout', 'confirm', 344],
      ],
      mechanism: 'generic',
      handled: true,
    },
    {
      type: 'ProviderError',
      value: ({ random }) => `card_declined for order ${between(random, 100_000, 109_000)}`,
      frames: [['payments', 'confirmIntent', 77]],
      handled: true,
    },
  ]),
  throwing('hydration', 'javascript', '/[locale]', {
    type: 'Error',
    value: 'Minified React error #418; visit https://react.dev/errors/418?args[]=text for the full message',
    frames: [['react-dom', 'throwOnHydrationMismatch', 901]],
    mechanism: 'auto.function.react.error_handler',
  }),
  throwing('search-results', 'javascript', '/[locale]/search', {
    type: 'TypeError',
    value: "undefined is not an object (evaluating 'results.items')",
    frames: [REACT, ['search', 'ResultList', 64], ['search', 'visibleItems', 22]],
  }),
  throwing('storage-full', 'javascript', '/[locale]/product/[id]', {
    type: 'QuotaExceededError',
    value:
      "Failed to execute 'setItem' on 'Storage': Setting the value of 'recently-viewed' exceeded the quota.",
    frames: [
      ['product', 'rememberViewed', 18],
      ['storage', 'save', 41],
    ],
    mechanism: 'generic',
    handled: true,
  }),
  throwing('categories-map', 'javascript', '/[locale]/category/[slug]', {
    type: 'TypeError',
    value: 'e.map is not a function',
    frames: [REACT, ['category', 'FilterPanel', 133], ['category', 'optionsOf', 71]],
  }),
  throwing('currency-code', 'javascript', '/[locale]/product/[id]', {
    type: 'RangeError',
    value: 'Invalid currency code : undefined',
    frames: [
      ['product', 'PriceTag', 29],
      [
        'format',
        'formatPrice',
        24,
        [
          '  const style = { currency: shop.currency,',
          "    style: 'currency' }",
          '  return new Intl.NumberFormat(locale, style)',
        ],
      ],
    ],
  }),
  throwing('focus-null', 'javascript', '/[locale]/account', {
    type: 'TypeError',
    value: "Cannot read properties of null (reading 'focus')",
    frames: [
      ['account', 'AddressDialog', 210],
      ['vendor', 'runEffects', 3012],
      ['account', 'focusFirst', 226],
    ],
  }),
  throwing('discount-recursion', 'javascript', '/[locale]/cart', {
    type: 'RangeError',
    value: 'Maximum call stack size exceeded',
    frames: [['cart', 'DiscountField', 377], ...RECURSION],
  }),
  throwing('video-interrupted', 'javascript', '/[locale]/product/[id]', {
    type: 'AbortError',
    value: 'The play() request was interrupted by a call to pause().',
    frames: [['product', 'ProductVideo', 96]],
    mechanism: REJECTION,
  }),
  throwing('recommendations', 'javascript', '/[locale]', [
    {
      type: 'AggregateError',
      value: 'All promises were rejected',
      frames: [['home', 'loadRecommendations', 51]],
      mechanism: REJECTION,
    },
    { type: 'TimeoutError', value: 'signal timed out', frames: [['home', 'fromPersonalisation', 63]] },
  ]),
  throwing('map-script', 'javascript', '/[locale]/stores', {
    type: 'Error',
    value: 'Could not load https://maps.example.net/v3/api.js',
    frames: [['stores', 'loadScript', 15]],
    mechanism: REJECTION,
  }),
  throwing(
    'session-expired',
    'javascript',
    '/[locale]/account',
    {
      type: 'ApiError',
      value: 'POST /api/session answered 401',
      frames: [
        ['account', 'refreshSession', 39],
        ['api', 'call', 58],
      ],
      mechanism: 'generic',
      handled: true,
    },
    { level: 'info' },
  ),
  throwing(
    'upload-too-large',
    'javascript',
    '/[locale]/orders/[id]/return',
    {
      type: 'UploadError',
      value: ({ random }) => `The photo has ${between(random, 11, 48)} MB; 10 MB are allowed`,
      frames: [['returns', 'attachPhoto', 83]],
      mechanism: 'generic',
      handled: true,
    },
    { level: 'warning' },
  ),
  throwing('old-syntax', 'javascript', '/[locale]', {
    type: 'SyntaxError',
    value: "Unexpected token '??='",
    frames: [],
    mechanism: GLOBAL,
  }),
  saying(
    'resize-observer',
    'javascript',
    '/[locale]/category/[slug]',
    'ResizeObserver loop completed with undelivered notifications.',
    'warning',
    'window',
  ),
  saying(
    'stock-socket',
    'javascript',
    '/[locale]/product/[id]',
    'Stock socket closed with code 1006, reconnecting',
    'warning',
    'stock',
  ),
  saying(
    'translation-missing',
    'javascript',
    '/[locale]/checkout',
    ({ visitor }) => `Missing translation checkout.total_vat for ${visitor.locale}`,
    'warning',
    'i18n',
  ),
  saying(
    'flag-default',
    'javascript',
    '/[locale]/checkout',
    'Flag express-checkout has no default, taking false',
    'debug',
    'flags',
  ),
]
