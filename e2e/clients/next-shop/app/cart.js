export function checkout(cart) {
  return cart.items[0].price.amount
}
