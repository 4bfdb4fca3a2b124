'use server'

export async function placeOrder() {
  throw new Error('the warehouse does not answer')
}
