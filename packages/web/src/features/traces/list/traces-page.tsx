import type { TracePeriod } from '@hindcast/contract/traces/traces.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { isMissing, Unreachable } from '#lib/api/client.ts'
import { useTitle } from '#lib/routing/title.ts'
import { DownloadMenu } from '#product/download-menu.tsx'
import { tracesQuery, type TraceListView } from '#product/traces/trace-queries.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { useListKeys } from '#product/list-keys.ts'
import { ConnectPrompt } from '#product/projects/connect-prompt.tsx'
import { TraceTable } from './trace-table.tsx'

const route = getRouteApi('/member/projects/$project/traces')
const PERIODS = ['1h', '24h', '7d', '30d'] as const satisfies readonly TracePeriod[]

/** Where one finds a trace that has no error: the latest page loads and requests, or the slowest. */
export function TracesPage() {
  const { t } = useLingui()
  useTitle(t`Traces`)
  useListKeys()
  const { project } = route.useParams()
  const view = useListView()
  const { data, error, refetch } = useQuery({ ...tracesQuery(project, view), throwOnError: isMissing })
  const failed = error !== null && !(error instanceof Unreachable)
  return (
    <main id="main" tabIndex={-1} className="min-w-0 flex-1">
      <PageBar title={t`Traces`}>
        <span className="flex-1" />
        <Choices view={view} />
        <DownloadMenu path={`/api/v1/projects/${project}/traces`} query={{ ...view }} />
      </PageBar>
      <div className="mx-auto grid max-w-360 gap-4 p-(--gutter)">
        {failed && (
          <Failure title={t`The traces could not be loaded`} error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && !failed && <Waiting />}
        {data !== undefined &&
          (data.segments.length === 0 ? (
            <NoTraces project={project} />
          ) : (
            <TraceTable segments={data.segments} more={data.more} sort={view.sort} />
          ))}
      </div>
    </main>
  )
}

function useListView(): TraceListView {
  const search = route.useSearch()
  return {
    sort: search.sort === 'slowest' ? 'slowest' : 'latest',
    period: PERIODS.find((period) => period === search.period) ?? '24h',
  }
}

function Choices({ view }: { readonly view: TraceListView }) {
  const { t } = useLingui()
  const navigate = useNavigate({ from: '/projects/$project/traces' })
  const show = (change: Partial<TraceListView>) => {
    const { sort, period } = { ...view, ...change }
    void navigate({
      to: '.',
      search: {
        ...(sort !== 'latest' && { sort }),
        ...(period !== '24h' && { period }),
      },
      replace: true,
    })
  }
  return (
    <>
      <Segmented
        label={t`Order`}
        choices={[
          { id: 'latest', name: t`Latest` },
          { id: 'slowest', name: t`Slowest` },
        ]}
        chosen={view.sort}
        onChoose={(sort) => show({ sort })}
      />
      <Segmented
        label={t`Period`}
        choices={[
          { id: '1h', name: t`1 h` },
          { id: '24h', name: t`24 h` },
          { id: '7d', name: t`7 d` },
          { id: '30d', name: t`30 d` },
        ]}
        chosen={view.period}
        onChoose={(period) => show({ period })}
      />
    </>
  )
}

function NoTraces({ project }: { readonly project: string }) {
  const { t } = useLingui()
  return (
    <ConnectPrompt project={project} title={t`No traces in this period`}>
      <p>
        <Trans>
          To turn tracing on, set <span className="code">tracesSampleRate</span> when you initialize the SDK,
          for example to <span className="code">0.1</span> for a tenth of all traces.
        </Trans>
      </p>
      <p>
        <Trans>
          In the browser, also add <span className="code">browserTracingIntegration()</span> to the
          integrations.
        </Trans>
      </p>
    </ConnectPrompt>
  )
}

function Waiting() {
  return (
    <div className="grid gap-3 rounded-panel border border-line bg-surface p-3" aria-busy="true">
      {[82, 74, 90, 68, 80].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  )
}
