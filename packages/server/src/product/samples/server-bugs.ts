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
      frames: [
        ['app/[locale]/product/[id]/page.tsx', 'ProductPage', 18],
        [
          'server/stock.ts',
          'stockOf',
          44,
          [
            'export async function stockOf(productId: string): Promise<number> {',
            '  const { rows } = await pool.query(STOCK_BY_WAREHOUSE, [productId])',
            '  return rows.reduce((sum, row) => sum + row.quantity, 0)',
          ],
        ],
        ['node_modules/pg/lib/client.js', 'Client._handleError', 331],
      ],
      mechanism: SERVER,
    },
    { tags: ({ random }) => ({ 'nextjs.digest': String(between(random, 1_000_000_000, 1_000_001_000)) }) },
  ),
  throwing('order-null', 'node', 'GET /[locale]/orders/[id]', {
    type: 'TypeError',
    value: "Cannot destructure property 'total' of 'order' as it is null.",
    frames: [
      [
        'app/[locale]/orders/[id]/page.tsx',
        'OrderPage',
        27,
        [
          '  const order = await findOrder(params.id)',
          '  const { total, lines } = order',
          '  return <Order lines={lines} total={total} />',
        ],
      ],
    ],
    mechanism: SERVER,
  }),
  throwing(
    'cache-refused',
    'node',
    'GET /[locale]',
    {
      type: 'Error',
      value: 'connect ECONNREFUSED 10.0.3.7:6379',
      frames: [
        ['node_modules/ioredis/built/Redis.js', 'Socket.onError', 142],
        ['server/cache.ts', 'readThrough', 36],
      ],
      mechanism: 'auto.node.onuncaughtexception',
    },
    { level: 'fatal' },
  ),
  throwing('duplicate-order', 'node', 'POST /api/orders', {
    type: 'DatabaseError',
    value: 'duplicate key value violates unique constraint "orders_number_key"',
    frames: [
      ['app/api/orders/route.ts', 'POST', 41],
      ['server/orders.ts', 'placeOrder', 118],
      ['node_modules/pg/lib/client.js', 'Client._handleError', 331],
    ],
    mechanism: SERVER,
  }),
  throwing('webhook-json', 'node', 'POST /api/webhooks/payments', {
    type: 'SyntaxError',
    value: 'Unexpected end of JSON input',
    frames: [
      [
        'app/api/webhooks/payments/route.ts',
        'POST',
        12,
        [
          'export async function POST(request: Request) {',
          '  const event = JSON.parse(await request.text())',
          '  verify(event, request.headers)',
        ],
      ],
    ],
    mechanism: SERVER,
  }),
  throwing('shipping-timeout', 'node', 'POST /api/shipping/quote', [
    {
      type: 'ShippingError',
      value: 'No carrier could be asked',
      frames: [['server/shipping.ts', 'quote', 73]],
      mechanism: SERVER,
    },
    {
      type: 'TypeError',
      value: 'fetch failed',
      frames: [['server/shipping.ts', 'askCarrier', 91]],
    },
    {
      type: 'ConnectTimeoutError',
      value: 'Connect Timeout Error (attempted address: api.carrier.example:443, timeout: 10000ms)',
      frames: [['node_modules/undici/lib/core/connect.js', 'onConnectTimeout', 190]],
    },
  ]),
  throwing(
    'mail-bounced',
    'node',
    'POST /api/newsletter',
    {
      type: 'MailError',
      value: '550 5.1.1 mailbox unavailable',
      frames: [['server/mail.ts', 'deliver', 55]],
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
      frames: [
        ['app/sitemap.ts', 'sitemap', 22],
        ['server/catalogue.ts', 'allProducts', 160],
      ],
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
