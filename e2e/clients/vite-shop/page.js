import * as Sentry from 'sentry-browser-11'
import { checkout, total } from './cart.js'
import { greeting, refund } from './refund.js'

window.sent = []

Sentry.init({
  ...window.config,
  beforeSend: (event) => {
    window.sent.push(event.event_id)
    return event
  },
})

const orders = []

function when(id, act) {
  document.querySelector(id).addEventListener('click', act)
}

when('#buy', function onBuy() {
  checkout({ items: [] })
})

when('#refund', function onRefund() {
  refund(orders)
})

// What two places use, no minifier writes into one of them.
when('#again', function onAgain() {
  const order = { items: [{ price: { amount: 3 }, quantity: 2 }], customer: { name: 'Ada' } }
  orders.push(order)
  document.title = `${greeting(order)}: ${total(order)}, ${checkout(order)}, ${refund(orders)}`
})
