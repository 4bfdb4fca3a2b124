import Link from 'next/link'
import { notFound } from 'next/navigation'

const TEXTS = {
  en: { title: 'About us', text: 'Three people, one boat and a kiln.', other: ['/de/about', 'Deutsch'] },
  de: { title: 'Über uns', text: 'Drei Leute, ein Boot und ein Brennofen.', other: ['/en/about', 'English'] },
}

export default async function Page({ params }) {
  const texts = TEXTS[(await params).locale]
  if (texts === undefined) notFound()
  const [href, name] = texts.other
  return (
    <article className="text">
      <h1>{texts.title}</h1>
      <p>{texts.text}</p>
      <Link href={href}>{name}</Link>
    </article>
  )
}
