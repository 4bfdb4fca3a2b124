import { between, type Bug, GLOBAL, REJECTION, saying, throwing } from './bug.ts'
import { ORIGIN } from './deployed-scripts.ts'
import type { Place } from './places.ts'

/** A discount that applies itself: the end of a very long stack. */
const RECURSION: readonly Place[] = Array.from({ length: 90 }, () => 'applyDiscount')

export const BROWSER_BUGS: readonly Bug[] = [
  throwing('cart-price', 'javascript', '/[locale]/cart', {
    type: 'TypeError',
    value: "Cannot read properties of undefined (reading 'price')",
    frames: ['renderPage', 'CartSummary', 'sumOf'],
  }),
  throwing('chunk-gone', 'javascript', '/[locale]/product/[id]', {
    type: 'ChunkLoadError',
    value: ({ random, buildHash }) =>
      `Loading chunk ${between(random, 1000, 9999)} failed.\n(error: ${ORIGIN}/assets/reviews-${buildHash}.js)`,
    frames: ['openReviews', 'loadChunk'],
    mechanism: REJECTION,
  }),
  throwing('checkout-offline', 'javascript', '/[locale]/checkout', {
    type: 'TypeError',
    value: 'Failed to fetch',
    frames: ['submitOrder'],
    mechanism: REJECTION,
  }),
  throwing('invalid-date', 'javascript', '/[locale]/orders/[id]', {
    type: 'RangeError',
    value: 'Invalid time value',
    frames: ['OrderTimeline', 'formatDay'],
  }),
  throwing('payment-declined', 'javascript', '/[locale]/checkout', [
    {
      type: 'PaymentError',
      value: 'The payment could not be completed',
      frames: ['pay', 'confirm'],
      mechanism: 'generic',
      handled: true,
    },
    {
      type: 'ProviderError',
      value: ({ random }) => `card_declined for order ${between(random, 100_000, 109_000)}`,
      frames: ['confirmIntent'],
      handled: true,
    },
  ]),
  throwing('hydration', 'javascript', '/[locale]', {
    type: 'Error',
    value: 'Minified React error #418; visit https://react.dev/errors/418?args[]=text for the full message',
    frames: ['startShop', 'hydratePage'],
    mechanism: 'auto.function.react.error_handler',
  }),
  throwing('search-results', 'javascript', '/[locale]/search', {
    type: 'TypeError',
    value: "undefined is not an object (evaluating 'results.items')",
    frames: ['renderPage', 'ResultList', 'visibleItems'],
  }),
  throwing('storage-full', 'javascript', '/[locale]/product/[id]', {
    type: 'QuotaExceededError',
    value:
      "Failed to execute 'setItem' on 'Storage': Setting the value of 'recently-viewed' exceeded the quota.",
    frames: ['rememberViewed', 'save'],
    mechanism: 'generic',
    handled: true,
  }),
  throwing('categories-map', 'javascript', '/[locale]/category/[slug]', {
    type: 'TypeError',
    value: 'e.map is not a function',
    frames: ['renderPage', 'FilterPanel', 'optionsOf'],
  }),
  throwing('currency-code', 'javascript', '/[locale]/product/[id]', {
    type: 'RangeError',
    value: 'Invalid currency code : undefined',
    frames: ['PriceTag', 'formatPrice'],
  }),
  throwing('focus-null', 'javascript', '/[locale]/account', {
    type: 'TypeError',
    value: "Cannot read properties of null (reading 'focus')",
    frames: ['AddressDialog', 'runEffects', 'focusFirst'],
  }),
  throwing('discount-recursion', 'javascript', '/[locale]/cart', {
    type: 'RangeError',
    value: 'Maximum call stack size exceeded',
    frames: ['DiscountField', ...RECURSION],
  }),
  throwing('video-interrupted', 'javascript', '/[locale]/product/[id]', {
    type: 'AbortError',
    value: 'The play() request was interrupted by a call to pause().',
    frames: ['ProductVideo'],
    mechanism: REJECTION,
  }),
  throwing('recommendations', 'javascript', '/[locale]', [
    {
      type: 'AggregateError',
      value: 'All promises were rejected',
      frames: ['loadRecommendations'],
      mechanism: REJECTION,
    },
    { type: 'TimeoutError', value: 'signal timed out', frames: ['fromPersonalisation'] },
  ]),
  throwing('map-script', 'javascript', '/[locale]/stores', {
    type: 'Error',
    value: 'Could not load https://maps.example.net/v3/api.js',
    frames: ['loadScript'],
    mechanism: REJECTION,
  }),
  throwing(
    'session-expired',
    'javascript',
    '/[locale]/account',
    {
      type: 'ApiError',
      value: 'POST /api/session answered 401',
      frames: ['refreshSession', 'call'],
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
      frames: ['attachPhoto'],
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
