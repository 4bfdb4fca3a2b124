import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Unreachable } from '../../lib/call.ts'
import { readDsn } from '../../lib/dsn.ts'
import { newestEventsQuery, projectQuery } from '../../lib/queries.ts'
import { useTitle } from '../../lib/title.ts'
import { Failure } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { ProofsPanel } from './proofs-panel.tsx'
import { SampleData } from './sample-data.tsx'
import { SnippetPanel } from './snippet-panel.tsx'
import { useTestError } from './use-test-error.ts'
import { useWire } from './use-wire.ts'
import { WirePanel } from './wire-panel.tsx'

const route = getRouteApi('/member/projects/$project/connect')

export function ConnectPage() {
  const { project } = route.useParams()
  return <Connect key={project} project={project} />
}

function Connect({ project }: { readonly project: string }) {
  const { t } = useLingui()
  useTitle(t`Connect`)
  const { data: detail, error, refetch } = useQuery(projectQuery(project))
  const { data: events } = useQuery(newestEventsQuery(project))
  const wire = useWire(project, detail?.id)
  const keys = detail?.keys.filter(({ enabled }) => enabled)
  const dsn = keys?.[0]?.dsn
  const testError = useTestError(project, detail?.id, dsn)
  const stored = (detail?.firstEventAt ?? null) !== null || (events?.length ?? 0) > 0
  return (
    <main id="main" tabIndex={-1} className="flex-1">
      <PageBar title={t`Connect`}>
        <Standing
          firstEventAt={detail?.firstEventAt ?? null}
          stored={stored}
          lastAt={wire.lines.find(({ message }) => message.projectId === detail?.id)?.message.at}
        />
      </PageBar>
      {error !== null && !(error instanceof Unreachable) && (
        <div className="px-(--gutter) pt-4">
          <Failure title={t`The project could not be loaded`} error={error} onRetry={() => void refetch()} />
        </div>
      )}
      <div className="grid items-start gap-4 p-(--gutter) desk:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="grid min-w-0 gap-4">
          <SnippetPanel project={project} platform={detail?.platform ?? null} keys={detail?.keys} />
          <SampleData project={project} projectId={detail?.id} offered={detail !== undefined && !stored} />
        </div>
        <div className="grid min-w-0 gap-4">
          <ProofsPanel project={project} projectId={detail?.id} stored={stored} lines={wire.lines} />
          <WirePanel
            wire={wire}
            project={project}
            keys={detail?.keys ?? []}
            dsn={dsn === undefined ? undefined : readDsn(dsn)}
            connected={stored}
            testError={testError.state}
            onTestError={() => void testError.send()}
          />
        </div>
      </div>
    </main>
  )
}

interface StandingProps {
  readonly firstEventAt: string | null
  readonly stored: boolean
  /** The newest request to a key of this project that is remembered. */
  readonly lastAt: string | undefined
}

function Standing({ firstEventAt, stored, lastAt }: StandingProps) {
  if (!stored) {
    return (
      <span className="text-muted">
        <Trans>Waiting for the first event</Trans>
      </span>
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-muted">
      <span className="inline-flex items-center gap-1 font-strong text-success">
        <Icon name="check" size={14} />
        <Trans>Connected</Trans>
      </span>
      {firstEventAt !== null && (
        <span>
          <Trans>
            first event <Moment at={firstEventAt} />
          </Trans>
        </span>
      )}
      {lastAt !== undefined && (
        <span>
          <Trans>
            last request <Moment at={lastAt} />
          </Trans>
        </span>
      )}
    </span>
  )
}
