import Link from 'next/link'
import { notFound } from 'next/navigation'
import { GUIDES } from '../../../lib/catalogue.js'

export default async function Page({ params }) {
  const { slug } = await params
  const title = GUIDES[slug.join('/')]
  if (title === undefined) notFound()
  return (
    <article className="text">
      <h1>{title}</h1>
      <p>Take your time, use cold water, and dry it in the shade. The sea does the rest.</p>
      <ul>
        {Object.entries(GUIDES).map(([path, name]) => (
          <li key={path}>
            <Link href={`/guides/${path}`}>{name}</Link>
          </li>
        ))}
      </ul>
    </article>
  )
}
