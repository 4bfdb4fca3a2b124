import { query } from '@acme/db'
import { orderNumber } from './order-number'

export async function placeOrder(order: { readonly lines: readonly string[] }): Promise<string> {
  const today = new Date()
  const [row] = await query<{ count: number }>('select count(*) from orders where day = $1', [today])
  const number = orderNumber(today, row!.count + 1)
  await query('insert into orders (number, lines) values ($1, $2)', [number, order.lines])
  return number
}
