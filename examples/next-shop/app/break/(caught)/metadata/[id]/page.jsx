import { connection } from 'next/server'

export async function generateMetadata() {
  await connection()
  throw new Error('the title service is away')
}

export default function Page() {
  return <h1>A page without a title</h1>
}
