import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Unreachable } from '#lib/api/client.ts'
import { cx } from '#ui/base/class-names.ts'
import { Icon } from '#ui/base/icon.tsx'
import { Refused } from './test-error.ts'
import type { TestError } from './use-test-error.ts'

/** The way of the test error, step by step as it happens. */
export function TestErrorWay({ state }: { readonly state: TestError }) {
  if (state.step === 'idle') return <div role="status" className="sr-only" />
  if (state.step === 'failed') {
    return (
      <p
        role="status"
        className="flex items-start gap-2 border-b border-line bg-tint-error px-3 py-2 text-error"
      >
        <Icon name="close" />
        <span>
          <FailedWords error={state.error} />
        </span>
      </p>
    )
  }
  const stored = state.step !== 'sending'
  return (
    <div role="status" className="border-b border-line bg-sunken px-3 py-2">
      <ol className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Step done={stored}>
          <Trans>Sent</Trans>
        </Step>
        <Step done={stored}>
          <Trans>On disk</Trans>
          {stored && <span className="code text-subtle">200</span>}
        </Step>
        <Step done={state.step === 'visible'}>
          {state.step === 'visible' ? (
            <Link
              to="/issues/$issue"
              params={{ issue: state.issueId }}
              className="font-strong text-accent underline underline-offset-2"
            >
              <Trans>Visible: open the issue</Trans>
            </Link>
          ) : (
            <Trans>Visible</Trans>
          )}
        </Step>
        {'eventId' in state && (
          <li className="code ms-auto text-subtle max-phone:hidden">{state.eventId.slice(0, 8)}</li>
        )}
      </ol>
    </div>
  )
}

function Step({ done, children }: { readonly done: boolean; readonly children: ReactNode }) {
  const { t } = useLingui()
  return (
    <li className={cx('flex items-center gap-1.5', done ? 'text-fg' : 'text-subtle')}>
      <span className={done ? 'text-success' : 'animate-pulse text-subtle'}>
        <Icon name={done ? 'check' : 'dot'} size={14} />
      </span>
      {children}
      <span className="sr-only">{done ? t`done` : t`in progress`}</span>
    </li>
  )
}

function FailedWords({ error }: { readonly error: unknown }) {
  if (error instanceof Unreachable) return <Trans>Can’t reach the server. Nothing was sent.</Trans>
  if (!(error instanceof Refused)) return error instanceof Error ? error.message : String(error)
  if (error.status === 0) return <Trans>This project has no usable DSN.</Trans>
  const { status, detail } = error
  return (
    <>
      <Trans>The server rejected it with status {status}.</Trans> <span className="code">{detail}</span>
    </>
  )
}
