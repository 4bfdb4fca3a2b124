import { headers } from 'next/headers'

export const metadata = { title: 'Shop' }

/** Fails where a visitor asks for it. */
export default async function Layout({ children }) {
  const asked = await headers()
  if (asked.get('x-broken-layout') !== null) throw new Error('the layout is broken')
  return (
    <html lang="en">
      <body>
        <main>{children}</main>
      </body>
    </html>
  )
}
