import { connection } from 'next/server'

export default async function AddressPage() {
  await connection()
  throw new Error('the address book is away')
}
