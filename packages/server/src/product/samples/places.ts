import build from './built-places.json' with { type: 'json' }

/**
 * Where in the sources of the sample shop (`tools/sample-shop/shop`) stacks pass through: the file, the text at the place,
 * and the name of the function where it is not that of the place. `npm run sample-shop` finds them in the built scripts.
 */
export const PLACES = {
  renderPage: ['node_modules/@acme/view/view.js', 'Page()\n  root.replace'],
  hydratePage: ['node_modules/@acme/view/view.js', 'new Error(`Minified'],
  runEffects: ['node_modules/@acme/view/view.js', 'effect()\n'],
  loadChunk: ['node_modules/@acme/view/view.js', 'new ChunkLoadError('],
  CartSummary: ['src/cart/cart-summary.tsx', 'sumOf(lines)}'],
  sumOf: ['src/cart/sum-of.ts', 'price * line'],
  DiscountField: ['src/cart/discount-field.tsx', 'applyDiscount(sumOf'],
  applyDiscount: ['src/cart/discounts.ts', 'applyDiscount(reduced'],
  submitOrder: ['src/checkout/submit-order.ts', "fetch('/api/orders'"],
  pay: ['src/checkout/pay.ts', 'confirm(intent)\n}'],
  confirm: ['src/checkout/pay.ts', 'new PaymentError('],
  confirmIntent: ['src/checkout/payments.ts', 'new ProviderError('],
  OrderTimeline: ['src/orders/order-timeline.tsx', 'formatDay(placedAt)'],
  attachPhoto: ['src/orders/return-photo.ts', 'new UploadError('],
  formatDay: ['src/format.ts', 'format(new Date'],
  formatPrice: ['src/format.ts', 'new Intl.NumberFormat'],
  PriceTag: ['src/product/price-tag.tsx', 'formatPrice(price, market)'],
  openReviews: ['src/product/reviews.tsx', "loadChunk('reviews')"],
  rememberViewed: ['src/product/recently-viewed.ts', 'save(KEY'],
  save: ['src/storage.ts', 'setItem('],
  ProductVideo: ['src/product/product-video.tsx', 'play()', 'ProductVideo.<anonymous>'],
  ResultList: ['src/search/result-list.tsx', 'visibleItems(results, page)'],
  visibleItems: ['src/search/visible-items.ts', 'items.slice('],
  FilterPanel: ['src/category/filter-panel.tsx', 'optionsOf(facet)'],
  optionsOf: ['src/category/options.ts', 'map((value)'],
  AddressDialog: ['src/account/address-dialog.tsx', 'runEffects(['],
  focusFirst: ['src/account/focus-first.ts', 'focus()'],
  refreshSession: ['src/account/session.ts', "call('POST'"],
  call: ['src/api.ts', 'new ApiError('],
  loadRecommendations: ['src/home/recommendations.ts', 'any(sources)'],
  fromPersonalisation: ['src/home/recommendations.ts', "fetch('/api/for-you'"],
  loadScript: ['src/stores/load-script.ts', 'new Error(', 'loadScript.<anonymous>'],
  startShop: ['src/start.tsx', 'hydratePage(root'],
  ProductPage: ['app/[locale]/product/[id]/page.tsx', 'stockOf(params'],
  OrderPage: ['app/[locale]/orders/[id]/page.tsx', 'total, lines } = '],
  postOrder: ['app/api/orders/route.ts', 'placeOrder(order)', 'POST'],
  postWebhook: ['app/api/webhooks/payments/route.ts', 'parse(await', 'POST'],
  sitemap: ['app/sitemap.ts', 'allProducts()\n'],
  stockOf: ['server/stock.ts', 'query<'],
  placeOrder: ['server/orders.ts', "query('insert"],
  readThrough: ['server/cache.ts', "connect('10"],
  quote: ['server/shipping.ts', 'new ShippingError('],
  askCarrier: ['server/shipping.ts', "request('https"],
  deliver: ['server/mail.ts', 'new MailError('],
  allProducts: ['server/catalogue.ts', 'new ArrayBuffer('],
  query: ['node_modules/@acme/db/query.js', 'new DatabaseError('],
  requestCarrier: ['node_modules/@acme/http/request.js', 'new ConnectTimeoutError(', 'connect'],
  onError: ['node_modules/@acme/cache/connect.js', 'new Error('],
} as const satisfies Readonly<Record<string, readonly [source: string, text: string, name?: string]>>

export type Place = keyof typeof PLACES

/** Where a place is in the built scripts, as a browser would report it. */
export interface BuiltPlace {
  /** The file without the hash of its build. */
  readonly file: string
  readonly line: number
  /** From 1. */
  readonly column: number
  /** The name that the minifier left; empty where it left none. */
  readonly function: string
}

export const BUILT_PLACES: Readonly<Record<Place, BuiltPlace>> = build
