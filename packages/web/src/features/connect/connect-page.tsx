import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { isMissing, Unreachable } from '#lib/api/client.ts'
import { readDsn } from './dsn.ts'
import { useTitle } from '#lib/routing/title.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { isOwn } from './proofs.ts'
import { ProofsPanel } from './proofs-panel.tsx'
import { SampleData } from './sample-data.tsx'
import { SnippetPanel } from './snippet-panel.tsx'
import { Standing } from './standing.tsx'
import { useConnectCommands } from './use-connect-commands.ts'
import { useTestError } from './use-test-error.ts'
import { useRequestLog } from './use-request-log.ts'
import { RequestLogPanel } from './request-log-panel.tsx'
import { newestEventsQuery } from './connect-queries.ts'
import { projectQuery } from '#product/projects/project-queries.ts'
import { projectsQuery } from '#product/session/session-queries.ts'

const route = getRouteApi('/member/projects/$project/connect')

export function ConnectPage() {
  const { project } = route.useParams()
  return <Connect key={project} project={project} />
}

function Connect({ project }: { readonly project: string }) {
  const { t } = useLingui()
  useTitle(t`Connect`)
  const { data: detail, error, refetch } = useQuery({ ...projectQuery(project), throwOnError: isMissing })
  const { data: listed } = useQuery(projectsQuery)
  const { data: events = [] } = useQuery(newestEventsQuery(project))
  const wire = useRequestLog(project, detail?.id)
  const dsn = detail?.keys.find(({ enabled }) => enabled)?.dsn
  const testError = useTestError(project, detail?.id, dsn)
  // The list is read again when the first event comes, the details are not.
  const firstEventAt =
    listed?.find(({ slug }) => slug === project)?.firstEventAt ?? detail?.firstEventAt ?? null
  const stored = firstEventAt !== null || events.length > 0
  const connected = events.length > 0 ? events.some(isOwn) : stored
  useConnectCommands({ test: () => void testError.send(), clear: wire.clear })
  return (
    <main id="main" tabIndex={-1} className="flex-1">
      <PageBar title={t`Connect`}>
        <Standing
          firstEventAt={firstEventAt}
          standing={connected ? 'connected' : stored ? 'tested' : 'waiting'}
          lastAt={wire.lines.find(({ message }) => message.projectId === detail?.id)?.message.at}
        />
      </PageBar>
      {error !== null && !(error instanceof Unreachable) && (
        <div className="px-(--gutter) pt-4">
          <Failure title={t`Couldn’t load the project`} error={error} onRetry={() => void refetch()} />
        </div>
      )}
      <div className="grid items-start gap-4 p-(--gutter) desk:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="grid min-w-0 gap-4">
          <SnippetPanel project={project} platform={detail?.platform ?? null} keys={detail?.keys} />
          <SampleData project={project} projectId={detail?.id} offered={detail !== undefined && !connected} />
        </div>
        <div className="grid min-w-0 gap-4">
          <ProofsPanel project={project} projectId={detail?.id} stored={stored} lines={wire.lines} />
          <RequestLogPanel
            wire={wire}
            project={project}
            keys={detail?.keys ?? []}
            dsn={dsn === undefined ? undefined : readDsn(dsn)}
            connected={connected}
            testError={testError.state}
            onTestError={() => void testError.send()}
          />
        </div>
      </div>
    </main>
  )
}
