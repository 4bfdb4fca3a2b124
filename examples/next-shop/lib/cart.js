import { cookies } from 'next/headers'
import { productOf } from './catalogue.js'

const COOKIE = 'cart'
const MOST = 20

/** What is in the visitor's cart. */
export async function readCart() {
  const ids = (await cookies()).get(COOKIE)?.value.split('.') ?? []
  return ids.map(productOf).filter((product) => product !== undefined)
}

export async function addToCart(id) {
  const ids = (await readCart()).map((product) => product.id)
  ;(await cookies()).set(COOKIE, [...ids, id].slice(-MOST).join('.'))
}

export async function emptyCart() {
  ;(await cookies()).delete(COOKIE)
}
