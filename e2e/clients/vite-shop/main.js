import { checkout } from './cart.js'

function onBuy() {
  return checkout({ items: [] })
}

onBuy()
