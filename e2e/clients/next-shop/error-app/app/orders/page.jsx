import { connection } from 'next/server'

export default async function Page() {
  await connection()
  throw new Error('the orders database is away')
}
