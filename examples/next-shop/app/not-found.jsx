import Link from 'next/link'

export default function NotFound() {
  return (
    <article className="text">
      <h1>Washed away</h1>
      <p>There is nothing at this address.</p>
      <Link href="/shop">To the shop</Link>
    </article>
  )
}
