import Link from 'next/link'

const CODES = ['sea-25', 'sea-50', 'sea-100']

export default function GiftCards() {
  return (
    <article className="text">
      <h1>Gift cards</h1>
      <ul>
        {CODES.map((code) => (
          <li key={code}>
            <Link href={`/gift-cards/${code}`}>{code}</Link>
          </li>
        ))}
      </ul>
    </article>
  )
}
