import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ApiError, Unreachable } from '#lib/api/client.ts'
import { Failure } from '#ui/feedback/failure.tsx'

interface Props<Data> {
  readonly query: {
    readonly data: Data | undefined
    readonly error: Error | null
    readonly refetch: () => Promise<unknown>
  }
  /** As in “Couldn’t load the routes”. */
  readonly failed: string
  readonly waiting: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** The server said no; one that does not answer has a banner of its own. */
export function isRefused(error: Error | null): error is Error {
  return error !== null && !(error instanceof Unreachable)
}

/** What was loaded before stays when asking again fails. */
export function PartState<Data>({ query, failed, waiting, children }: Props<Data>) {
  const { data, error, refetch } = query
  if (data !== undefined) return <>{children(data)}</>
  if (!isRefused(error)) return <div aria-busy="true">{waiting}</div>
  return (
    <div className="p-3">
      <PartFailure failed={failed} error={error} onRetry={() => void refetch()} />
    </div>
  )
}

interface FailureProps {
  readonly failed: string
  readonly error: Error
  readonly onRetry: () => void
}

/** Nothing here can be asked for more exactly, which is the advice for a search that took too long. */
export function PartFailure({ failed, error, onRetry }: FailureProps) {
  const { t } = useLingui()
  const isSlow = error instanceof ApiError && error.code === 'too_slow'
  return <Failure title={failed} error={isSlow ? new Error(t`It took too long.`) : error} onRetry={onRetry} />
}
