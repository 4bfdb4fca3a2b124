import { connection } from 'next/server'

export default async function Page({ params }) {
  const { id } = await params
  await connection()
  return <h1>Plain {id}</h1>
}
