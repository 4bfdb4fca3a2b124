import * as Sentry from '@sentry/node'
import { checkout, everyWarehouseFailed, paymentFailure, reserveStock } from '../pages/shop.ts'

const [scenario = '', dsn = '', tunnel = '', release = 'shop@1.4.2'] = process.argv.slice(2)

Sentry.init({
  dsn,
  ...(tunnel === '' ? {} : { tunnel }),
  release,
  environment: 'e2e',
  beforeSend: (event) => {
    process.stdout.write(`sent ${event.event_id}\n`)
    return event
  },
})

const scenarios: Readonly<Record<string, () => unknown>> = {
  'uncaught error': () => checkout(undefined),
  'unhandled rejection': () => void reserveStock(),
  'cause chain': () => Sentry.captureException(paymentFailure()),
  'aggregate error': () => Sentry.captureException(everyWarehouseFailed()),
  message: () => Sentry.captureMessage('basket abandoned', 'warning'),
  breadcrumbs: () => {
    Sentry.addBreadcrumb({ category: 'cart', message: 'added a lamp' })
    console.warn('cart is nearly empty')
    Sentry.captureException(new Error('after the visit'))
  },
  'tags and user': () => {
    Sentry.setTag('shop', 'north')
    Sentry.setUser({ id: '42', email: 'ada@example.com', username: 'ada' })
    Sentry.captureException(new Error('for one customer'))
  },
}

const play = scenarios[scenario]
if (play === undefined) throw new Error(`no scenario ${scenario}`)
play()
await Sentry.flush(5000)
