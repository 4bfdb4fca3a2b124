import Link from 'next/link'

export default function Page() {
  return (
    <>
      <h1>Feed</h1> <Link href="/photos/7">Photo 7</Link>
    </>
  )
}
