import { Trans } from '@lingui/react/macro'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, Unreachable } from '#lib/api/client.ts'
import { useReach } from '#lib/api/reachability.ts'
import { Banner } from './banner.tsx'
import { LastResort } from './last-resort.tsx'
import { NotFound } from './screen.ts'

/** What the server says with `Retry-After`. */
const RETRY_MS = 5000

/** A screen that could not be shown. A server that is gone comes back, and then so does the screen. */
export function ScreenError({ error }: ErrorComponentProps) {
  const router = useRouter()
  const { returns } = useReach()
  useEffect(() => {
    if (returns > 0) void router.invalidate()
  }, [returns, router])
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  if (error instanceof ApiError && error.status === 503) return <Unavailable error={error} />
  if (!(error instanceof Unreachable)) return <LastResort error={error} />
  return (
    <>
      <Banner />
      <main className="mx-auto grid max-w-prose gap-2 px-4 py-12">
        <h1 className="text-page font-bold">
          <Trans>Can’t reach the server</Trans>
        </h1>
        <p className="text-muted">
          <Trans>This page reloads when the server is back.</Trans>
        </p>
      </main>
    </>
  )
}

/** The server is there and a store is not: no fault of the page, and nothing to report. */
function Unavailable({ error }: { readonly error: ApiError }) {
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
