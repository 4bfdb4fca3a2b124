export function ownerOf(order) {
  return order.customer.name
}

export function refund(orders) {
  const latest = orders.at(-1)
  return ownerOf(latest)
}

export function greeting(order) {
  return `Hello ${ownerOf(order)}`
}
