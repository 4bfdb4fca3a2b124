import { useTitle } from '../lib/title.ts'
import { Link } from '../ui/link.tsx'

export function NotFound({ path }: { readonly path: string }) {
  useTitle('Not found')
  return (
    <main className="alone" id="main" tabIndex={-1}>
      <h1>There is no page here</h1>
      <p className="muted">
        <code>{path}</code> leads nowhere in this version.
      </p>
      <p>
        <Link href="/">Go to the start page</Link>
      </p>
    </main>
  )
}
