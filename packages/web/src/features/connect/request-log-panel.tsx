import type { ProjectKey } from '@hindcast/contract/projects/projects.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Unreachable } from '#lib/api/client.ts'
import type { Dsn } from './dsn.ts'
import { whyOf } from '#product/intake/reasons.ts'
import { Button } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { TestErrorWay } from './test-error-way.tsx'
import type { TestError } from './use-test-error.ts'
import type { RequestLog } from './use-request-log.ts'
import { RequestRow } from './request-row.tsx'
import { isRefused, type RequestLogEntry } from './request-log.ts'
import { WaitingForRequests } from './waiting-for-requests.tsx'

interface Props {
  readonly wire: RequestLog
  readonly project: string
  readonly keys: readonly ProjectKey[]
  readonly dsn: Dsn | undefined
  readonly connected: boolean
  readonly testError: TestError
  readonly onTestError: () => void
}

/** Every request that hit the keys of this project, refused ones with what to do about them. */
export function RequestLogPanel({ wire, project, keys, dsn, connected, testError, onTestError }: Props) {
  const { t } = useLingui()
  const { lines, known, error } = wire
  const failed = error !== null && !(error instanceof Unreachable)
  return (
    <Panel
      title={
        <>
          <Trans>Live requests</Trans> <Tally lines={lines} />
        </>
      }
      actions={
        <>
          {lines.length > 0 && (
            <Button kind="quiet" onClick={wire.clear}>
              <Trans>Clear</Trans>
            </Button>
          )}
          <Button
            busy={testError.step === 'sending' || dsn === undefined}
            onClick={onTestError}
          >{t`Send test error`}</Button>
        </>
      }
    >
      <TestErrorWay state={testError} />
      {failed && (
        <div className="p-3">
          <Failure title={t`Couldn’t load the requests so far`} error={error} onRetry={wire.retry} />
        </div>
      )}
      {!known && lines.length === 0 && !failed && <Rows />}
      {known && lines.length === 0 && (
        <WaitingForRequests dsn={dsn} project={project} connected={connected} />
      )}
      <Latest line={lines[0]} />
      {lines.length > 0 && (
        <ol
          className="desk:max-h-[calc(100dvh-9rem)] desk:overflow-y-auto"
          aria-label={t`Requests, newest first`}
          tabIndex={0}
        >
          {lines.map((line) => (
            <RequestRow key={line.id} line={line} project={project} keys={keys} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Tally({ lines }: { readonly lines: readonly RequestLogEntry[] }) {
  if (lines.length === 0) return null
  const refused = lines.filter(({ message }) => isRefused(message)).length
  const accepted = lines.length - refused
  return (
    <span className="ms-2 text-meta font-normal text-subtle">
      <Plural value={accepted} one="# accepted" other="# accepted" />
      {' · '}
      <Plural value={refused} one="# rejected" other="# rejected" />
    </span>
  )
}

/** For those who hear the page: the newest request, not the whole list. */
function Latest({ line }: { readonly line: RequestLogEntry | undefined }) {
  const { t } = useLingui()
  const message = line?.fresh === true ? line.message : undefined
  const why = message === undefined ? '' : whyOf(message.reason, message.explanation)
  return (
    <p className="sr-only" role="status">
      {message === undefined
        ? ''
        : isRefused(message)
          ? t`A request was rejected: ${why}`
          : t`A request was accepted`}
    </p>
  )
}

function Rows() {
  return (
    <div className="grid gap-4 p-3">
      {[0.7, 0.5, 0.6].map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton width={`${width * 100}%`} height={14} />
          <Skeleton width={`${width * 70}%`} />
        </div>
      ))}
    </div>
  )
}
