import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isMissing, Unreachable } from '#lib/api/client.ts'
import { useTitle } from '#lib/routing/title.ts'
import { traceQuery } from '#product/traces/trace-queries.ts'
import { buttonClass } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { buildTrace } from './model/trace-model.ts'
import { TraceView } from './trace-view.tsx'

const route = getRouteApi('/member/traces/$trace')

export function TracePage() {
  const { t } = useLingui()
  const { trace: id } = route.useParams()
  const { data, error, refetch } = useQuery(traceQuery(id))
  const model = useMemo(() => data && buildTrace(data), [data])
  useTitle(t`Trace ${id.slice(0, 8)}`)
  return (
    <main id="main" data-fill tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
      {model !== undefined ? (
        <TraceView key={id} model={model} />
      ) : error !== null && isMissing(error) ? (
        <TraceMissing />
      ) : error === null || error instanceof Unreachable ? (
        <Waiting />
      ) : (
        <div className="p-(--gutter)">
          <h1 className="sr-only">{t`Trace`}</h1>
          <Failure title={t`The trace could not be loaded`} error={error} onRetry={() => void refetch()} />
        </div>
      )}
    </main>
  )
}

function TraceMissing() {
  const { t } = useLingui()
  return (
    <EmptyState
      alone
      title={t`No spans of this trace are stored`}
      actions={
        <Link to="/" className={buttonClass('primary')}>
          <Trans>Go to issues</Trans>
        </Link>
      }
    >
      <p>
        <Trans>
          The trace may not have been sampled or kept, its spans may have expired, or you don’t have access to
          the projects they belong to.
        </Trans>
      </p>
    </EmptyState>
  )
}

function Waiting() {
  const { t } = useLingui()
  return (
    <>
      <div className="flex h-9 items-center border-b border-line bg-surface px-(--gutter)">
        <h1 className="sr-only">{t`Trace`}</h1>
        <Skeleton width={280} />
      </div>
      <div className="grid gap-3 bg-surface p-(--gutter)" aria-busy="true">
        {[92, 80, 64, 72, 50, 58, 40].map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    </>
  )
}
