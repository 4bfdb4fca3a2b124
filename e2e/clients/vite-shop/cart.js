export function priceOf(item) {
  return item.price.amount * item.quantity
}

export function checkout(cart) {
  const first = cart.items[0]
  return priceOf(first)
}

export function total(cart) {
  return cart.items.reduce((sum, item) => sum + priceOf(item), 0)
}
