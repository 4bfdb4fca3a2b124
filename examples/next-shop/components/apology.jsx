'use client'

import { captureException } from '@sentry/nextjs'
import { useEffect } from 'react'

/** The shop's own error page. Errors of the browser have no number. */
export function Apology({ error, retry }) {
  useEffect(() => {
    captureException(error)
  }, [error])
  return (
    <section className="apology" role="alert">
      <h1>That went wrong</h1>
      {error.digest === undefined ? (
        <p>We have been told about it. Please try again.</p>
      ) : (
        <>
          <p>If you write to us, please tell us this number.</p>
          <p className="number">Digest: {error.digest}</p>
        </>
      )}
      <button className="button" onClick={retry}>
        Try again
      </button>
    </section>
  )
}
