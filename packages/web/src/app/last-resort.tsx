import { Component, type ReactNode } from 'react'

interface State {
  readonly error: unknown
}

/** What is left when rendering itself failed. A digest means that the server failed first. */
export class LastResort extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('nothing was thrown') }
  }

  override render(): ReactNode {
    return this.state.error === undefined ? (
      this.props.children
    ) : (
      <Failure digest={digestOf(this.state.error)} />
    )
  }
}

function Failure({ digest }: { readonly digest: string | undefined }) {
  const side = digest === undefined ? 'client' : 'server'
  return (
    <main className="alone">
      <div role="alert">
        <h1>{`Application error: a ${side}-side exception has occurred`}</h1>
        {digest !== undefined && <p className="mono">{`Digest: ${digest}`}</p>}
      </div>
      <p className="muted">What was received is safe on the server. Reloading usually helps.</p>
      <p>
        <a href={window.location.href}>Reload this page</a>
      </p>
    </main>
  )
}

export function digestOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('digest' in error)) return undefined
  return typeof error.digest === 'string' ? error.digest : undefined
}
