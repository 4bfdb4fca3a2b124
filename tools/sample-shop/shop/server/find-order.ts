import { query } from '@acme/db'

interface Order {
  readonly total: number
  readonly lines: readonly string[]
}

/** Guests have a link with the order's number. */
export async function findOrder(number: string): Promise<Order | null> {
  const [order] = await query<Order>('select total, lines from orders where number = $1', [number])
  return order ?? null
}
