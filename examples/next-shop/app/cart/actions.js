'use server'

import { redirect } from 'next/navigation'
import { addToCart, emptyCart } from '../../lib/cart.js'

export async function buy(id) {
  await addToCart(id)
  redirect('/cart')
}

export async function order() {
  await emptyCart()
  redirect(`/orders/${1000 + (Date.now() % 9000)}`)
}
