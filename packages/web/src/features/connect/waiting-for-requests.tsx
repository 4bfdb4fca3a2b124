import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Dsn } from './dsn.ts'

interface Props {
  readonly dsn: Dsn | undefined
  readonly project: string
  /** Events came before: the usual causes are no longer the likely ones. */
  readonly connected: boolean
}

/** What is waited for, and what usually keeps it away. */
export function WaitingForRequests({ dsn, project, connected }: Props) {
  const address = `${dsn?.host ?? ''}${dsn?.envelopePath ?? ''}`
  return (
    <div className="grid gap-3 p-3">
      <p className="flex items-center gap-2 font-strong">
        <span className="size-2 shrink-0 animate-pulse rounded-full bg-accent" aria-hidden="true" />
        {connected ? (
          <Trans>Waiting for the next request…</Trans>
        ) : (
          <Trans>Waiting for the first request…</Trans>
        )}
      </p>
      {dsn !== undefined && (
        <p className="text-muted">
          <Trans>
            Requests to <span className="code break-all text-fg">{address}</span> show up here within a
            second, even rejected ones.
          </Trans>
        </p>
      )}
      {!connected && <Causes host={dsn?.host ?? ''} project={project} />}
    </div>
  )
}

function Causes({ host, project }: { readonly host: string; readonly project: string }) {
  return (
    <>
      <h3 className="mt-1 font-strong">
        <Trans>Nothing arriving? Common causes:</Trans>
      </h3>
      <ul className="grid gap-2.5">
        <Cause name={<Trans>The DSN is empty in the build</Trans>}>
          <Trans>
            Environment variables need a prefix to reach the browser: <Code>VITE_</Code> for Vite,{' '}
            <Code>NEXT_PUBLIC_</Code> for Next.js.
          </Trans>
        </Cause>
        <Cause name={<Trans>An ad blocker is blocking requests</Trans>}>
          <Trans>
            Try a private window, or{' '}
            <Link
              to="."
              search={(now) => ({ ...now, via: 'tunnel' as const })}
              replace
              resetScroll={false}
              className="text-accent underline underline-offset-2"
            >
              send events through your own origin
            </Link>
            .
          </Trans>
        </Cause>
        <Cause name={<Trans>The browser can’t reach this server</Trans>}>
          <Trans>
            The DSN points to <Code>{host}</Code>. Pages on https can’t send to http, and localhost only works
            on your own machine.
          </Trans>
        </Cause>
        <Cause name={<Trans>The page’s origin is not allowed</Trans>}>
          <Trans>
            Then a rejected request shows up here. Allowed origins are in the{' '}
            <Link
              to="/projects/$project/settings"
              params={{ project }}
              className="text-accent underline underline-offset-2"
            >
              settings
            </Link>
            .
          </Trans>
        </Cause>
        <Cause name={<Trans>Something else</Trans>}>
          <Trans>
            Set <Code>debug: true</Code> in <Code>Sentry.init</Code> to see in the console what the SDK does.
          </Trans>
        </Cause>
      </ul>
    </>
  )
}

function Cause({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="grid gap-0.5 border-s-2 border-line ps-3">
      <span className="font-strong">{name}</span>
      <span className="text-muted">{children}</span>
    </li>
  )
}

function Code({ children }: { readonly children: ReactNode }) {
  return <code className="code rounded-mark bg-code px-1 text-fg">{children}</code>
}
