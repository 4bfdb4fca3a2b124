import { notFound, redirect } from 'next/navigation'
import { connection } from 'next/server'

/** `draft` is no order yet, and whatever is no number is none at all. */
export default async function Page({ params }) {
  const { id } = await params
  await connection()
  if (id === 'draft') redirect('/cart')
  if (!/^\d+$/.test(id)) notFound()
  return (
    <article className="text">
      <h1>Order {id}</h1>
      <p>Thank you. Your parcel leaves with the next boat.</p>
    </article>
  )
}
