/** A small shop that breaks in the ways shops do. Function names matter: the tests look for them in the frames. */

interface Cart {
  readonly items: ReadonlyArray<{ readonly price: number }>
}

export function priceOf(cart: Cart | undefined): number {
  return cart!.items.reduce((sum, item) => sum + item.price, 0)
}

export function checkout(cart: Cart | undefined): number {
  return priceOf(cart) * 1.19
}

export async function reserveStock(): Promise<void> {
  await Promise.resolve()
  throw new RangeError('stock is below zero')
}

export function paymentFailure(): Error {
  const network = new TypeError('connection reset')
  const gateway = new RangeError('gateway gave no answer', { cause: network })
  return new Error('payment failed', { cause: gateway })
}

export function everyWarehouseFailed(): AggregateError {
  const failures = [new TypeError('warehouse north is closed'), new RangeError('warehouse south is empty')]
  return new AggregateError(failures, 'no warehouse can deliver')
}
