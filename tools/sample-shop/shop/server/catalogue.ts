import { query } from '@acme/db'

const BYTES_PER_PRODUCT = 64

export async function allProducts(): Promise<readonly string[]> {
  const rows = await query<{ slug: string }>('select slug from products', [])
  const packed = new ArrayBuffer(rows.length * BYTES_PER_PRODUCT)
  return rows.map(({ slug }) => slug.slice(0, packed.byteLength))
}
