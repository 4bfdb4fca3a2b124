import { connection } from 'next/server'
import { Suspense } from 'react'
import { OnlyInBrowsers } from '../../../components/only-in-browsers.jsx'

/** Rendered for each visitor: otherwise the build would fail. */
export default async function Page() {
  await connection()
  return (
    <Suspense fallback={<p className="quiet">One moment …</p>}>
      <OnlyInBrowsers />
    </Suspense>
  )
}
