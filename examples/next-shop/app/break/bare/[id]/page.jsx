import { connection } from 'next/server'

export default async function OrderPage() {
  await connection()
  throw new Error('the orders database is away')
}
