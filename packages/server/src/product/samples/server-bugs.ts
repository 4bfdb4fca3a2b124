import { nextDigest } from '#domain/events/next-digest.ts'
import { between, type Bug, saying, SERVER, throwing } from './bug.ts'

export const SERVER_BUGS: readonly Bug[] = [
  throwing(
    'stock-query',
    'node',
    'GET /[locale]/product/[id]',
    {
      type: 'DatabaseError',
      value: ({ random }) =>
        `canceling statement due to statement timeout after ${between(random, 4000, 5000)} ms`,
      frames: ['ProductPage', 'stockOf', 'query'],
      mechanism: SERVER,
    },
    // The same in one build, whoever meets it.
    { tags: ({ buildHash }) => ({ 'nextjs.digest': nextDigest(`stock-query ${buildHash}`) }) },
  ),
  throwing('order-null', 'node', 'GET /[locale]/orders/[id]', {
    type: 'TypeError',
    value: "Cannot destructure property 'total' of 'order' as it is null.",
    frames: ['OrderPage'],
    mechanism: SERVER,
  }),
  throwing(
    'cache-refused',
    'node',
    'GET /[locale]',
    {
      type: 'Error',
      value: 'connect ECONNREFUSED 10.0.3.7:6379',
      frames: ['readThrough', 'onError'],
      mechanism: 'auto.node.onuncaughtexception',
    },
    { level: 'fatal' },
  ),
  throwing('duplicate-order', 'node', 'POST /api/orders', {
    type: 'DatabaseError',
    value: 'duplicate key value violates unique constraint "orders_number_key"',
    frames: ['postOrder', 'placeOrder', 'query'],
    mechanism: SERVER,
  }),
  throwing('webhook-json', 'node', 'POST /api/webhooks/payments', {
    type: 'SyntaxError',
    value: 'Unexpected end of JSON input',
    frames: ['postWebhook'],
    mechanism: SERVER,
  }),
  throwing('shipping-timeout', 'node', 'POST /api/shipping/quote', [
    {
      type: 'ShippingError',
      value: 'No carrier could be asked',
      frames: ['quote'],
      mechanism: SERVER,
    },
    {
      type: 'TypeError',
      value: 'fetch failed',
      frames: ['askCarrier'],
    },
    {
      type: 'ConnectTimeoutError',
      value: 'Connect Timeout Error (attempted address: api.carrier.example:443, timeout: 10000ms)',
      frames: ['requestCarrier'],
    },
  ]),
  throwing(
    'mail-bounced',
    'node',
    'POST /api/newsletter',
    {
      type: 'MailError',
      value: '550 5.1.1 mailbox unavailable',
      frames: ['deliver'],
      mechanism: 'generic',
      handled: true,
    },
    { level: 'warning' },
  ),
  throwing(
    'sitemap-memory',
    'node',
    'GET /sitemap.xml',
    {
      type: 'RangeError',
      value: 'Array buffer allocation failed',
      frames: ['sitemap', 'allProducts'],
      mechanism: SERVER,
    },
    { level: 'fatal' },
  ),
  saying(
    'slow-provider',
    'node',
    'POST /api/payments',
    ({ random }) => `Payment provider answered after ${between(random, 2000, 8000)} ms`,
    'warning',
    'payments',
  ),
  saying(
    'carrier-limit',
    'node',
    'POST /api/shipping/quote',
    'Carrier limit nearly reached',
    'warning',
    'shipping',
  ),
  saying(
    'import-late',
    'node',
    'POST /api/jobs/price-import',
    ({ random }) => `Price import took ${between(random, 21, 58)} min, 10 were expected`,
    'info',
    'jobs',
  ),
]
