import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ApiError } from '#lib/api/client.ts'

/** What the server says with `Retry-After`. */
const RETRY_MS = 5000

/** The server is there and a store is not: no fault of the page, and nothing to report. */
export function Unavailable({ error }: { readonly error: ApiError }) {
  const router = useRouter()
  useEffect(() => {
    // An error that stays is a new one with each try, which starts the next wait.
    const timer = setTimeout(() => void router.invalidate(), RETRY_MS)
    return () => clearTimeout(timer)
  }, [router, error])
  return (
    <main id="main" tabIndex={-1} className="mx-auto grid max-w-prose gap-2 px-4 py-12">
      <div role="alert" className="grid gap-1">
        <h1 className="text-page font-bold">
          <Trans>Data is not available</Trans>
        </h1>
        <p>{error.message}</p>
      </div>
      <p className="text-muted">
        <Trans>Events are still accepted. This page tries again every few seconds.</Trans>
      </p>
    </main>
  )
}
