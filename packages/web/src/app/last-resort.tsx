import { Trans } from '@lingui/react/macro'
import { Component, useEffect, useState, type ReactNode } from 'react'
import { digestOf } from './error-digest.ts'
import { eventIdOf, report } from './report.ts'

/**
 * What is left when a screen failed. The first lines are the same in every language, word for word: they are what a
 * person reads out or pastes. A digest means that the server failed first.
 */
export function LastResort({ error }: { readonly error: unknown }) {
  const digest = digestOf(error)
  const [eventId] = useState(() => eventIdOf(error))
  // Not while rendering: React tries a failed screen twice, with two errors, and shows one of them.
  useEffect(() => report(error, eventId), [error, eventId])
  const side = digest === undefined ? 'client' : 'server'
  return (
    <main id="main" tabIndex={-1} className="mx-auto grid max-w-prose gap-3 px-4 py-12">
      <div role="alert" className="grid gap-1">
        <h1 className="text-page font-bold">{`Application error: a ${side}-side exception has occurred`}</h1>
        {digest === undefined ? (
          <p className="code">{eventId}</p>
        ) : (
          <p className="code">{`Digest: ${digest}`}</p>
        )}
      </div>
      <p className="text-muted">
        <Trans>Your data is safe. The error was reported to Hindcast’s own project.</Trans>
      </p>
      <p className="flex flex-wrap gap-4">
        <a className="text-accent underline" href={location.href}>
          <Trans>Reload page</Trans>
        </a>
        <a className="text-accent underline" href={`/find?text=${digest ?? eventId}`}>
          <Trans>View error</Trans>
        </a>
      </p>
    </main>
  )
}

interface State {
  readonly failed: boolean
  readonly error: unknown
}

/** Around everything, the router included. */
export class LastBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { failed: false, error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error }
  }

  override render(): ReactNode {
    return this.state.failed ? <LastResort error={this.state.error} /> : this.props.children
  }
}
