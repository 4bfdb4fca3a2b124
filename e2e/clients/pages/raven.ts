import Raven from 'raven-js'
import { offer, visit } from './scenario.ts'
import { checkout, paymentFailure, reserveStock } from './shop.ts'

offer({
  'uncaught error': () => checkout(undefined),
  'unhandled rejection': () => reserveStock(),
  'handled error': () => Raven.captureException(paymentFailure()),
  message: () => Raven.captureMessage('basket abandoned', { level: 'warning' }),
  breadcrumbs: async () => {
    await visit()
    Raven.captureException(new Error('after the visit'))
  },
  'tags and user': () => {
    Raven.setTagsContext({ shop: 'north' })
    Raven.setUserContext({ id: '42', email: 'ada@example.com', username: 'ada' })
    Raven.captureException(new Error('for one customer'))
  },
})

document.addEventListener('ravenSuccess', (event) => {
  const { data } = event as Event & { data?: { event_id?: string } }
  if (data?.event_id !== undefined) window.sent.push(data.event_id)
})

Raven.config(window.config.dsn, { release: 'shop@1.4.2', environment: 'e2e' }).install()
