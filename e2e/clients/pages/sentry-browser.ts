import * as Sentry from 'sentry-browser'
import { offer, sdkOptions, visit } from './scenario.ts'
import { checkout, everyWarehouseFailed, paymentFailure, reserveStock } from './shop.ts'

offer({
  'uncaught error': () => checkout(undefined),
  'unhandled rejection': () => reserveStock(),
  'cause chain': () => Sentry.captureException(paymentFailure()),
  'aggregate error': () => Sentry.captureException(everyWarehouseFailed()),
  message: () => Sentry.captureMessage('basket abandoned', 'warning'),
  breadcrumbs: async () => {
    await visit()
    Sentry.captureException(new Error('after the visit'))
  },
  'tags and user': () => {
    Sentry.setTag('shop', 'north')
    Sentry.setUser({ id: '42', email: 'ada@example.com', username: 'ada' })
    Sentry.captureException(new Error('for one customer'))
  },
})

Sentry.init(sdkOptions())
