import Link from 'next/link'

export default function Page() {
  return (
    <>
      <h1>Home</h1>
      <Link href="/fast">Fast</Link> <Link href="/slow/1">Slow 1</Link>{' '}
      <Link href="/slow/2" prefetch={false}>
        Slow 2
      </Link>{' '}
      <Link href="/slow/3" prefetch>
        Slow 3
      </Link>{' '}
      <Link href="/plain/1">Plain 1</Link> <Link href="/action">Action</Link>{' '}
      <Link href="/legacy">Legacy</Link>
    </>
  )
}
