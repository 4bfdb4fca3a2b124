import { connection } from 'next/server'

export default async function Page({ params }) {
  const { id } = await params
  await connection()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  return <h1>Slow {id}</h1>
}
