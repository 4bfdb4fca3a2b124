import { query } from '@acme/db'

const STOCK_BY_WAREHOUSE = 'select quantity from stock where product_id = $1 order by warehouse'

export async function stockOf(productId: string): Promise<number> {
  const rows = await query<{ quantity: number }>(STOCK_BY_WAREHOUSE, [productId])
  return rows.reduce((sum, row) => sum + row.quantity, 0)
}
