import Link from 'next/link'

export default function Page() {
  return (
    <>
      <h1>Fast</h1> <Link href="/">Home</Link>
    </>
  )
}
