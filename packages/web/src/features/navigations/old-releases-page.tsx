import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { isMissing, Unreachable } from '#lib/api/client.ts'
import { useTitle } from '#lib/routing/title.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { useListKeys } from '#product/list-keys.ts'
import { ConnectPrompt } from '#product/projects/connect-prompt.tsx'
import { oldReleasesQuery } from './navigation-queries.ts'
import { NavigationsBar } from './navigations-bar.tsx'
import { NavigationsSkeleton } from './navigations-skeleton.tsx'
import { OldReleaseTable } from './old-release-table.tsx'

const route = getRouteApi('/member/projects/$project/navigations/old-releases')

export function OldReleasesPage() {
  const { t } = useLingui()
  useTitle(t`Users on an old release`)
  useListKeys()
  const { project } = route.useParams()
  const { last: period = '7d' } = route.useSearch()
  const { data, error, refetch } = useQuery({
    ...oldReleasesQuery(project, period),
    placeholderData: keepPreviousData,
    throwOnError: isMissing,
  })
  return (
    <main id="main" tabIndex={-1} className="min-w-0 flex-1">
      <NavigationsBar
        project={project}
        period={period}
        download={data && { path: 'navigations/old-releases', from: data.from }}
      />
      <div className="mx-auto grid max-w-360 gap-4 p-(--gutter)">
        {error !== null && !(error instanceof Unreachable) && (
          <Failure title={t`Couldn’t load the old releases`} error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && (error === null || error instanceof Unreachable) && <NavigationsSkeleton />}
        {data !== undefined && data.releases.length === 0 && (
          <NoOldReleases current={data.current} project={project} />
        )}
        {data !== undefined && data.releases.length > 0 && <OldReleaseTable data={data} project={project} />}
      </div>
    </main>
  )
}

interface NoneProps {
  readonly current: string | null
  readonly project: string
}

function NoOldReleases({ current, project }: NoneProps) {
  const { t } = useLingui()
  if (current !== null)
    return (
      <EmptyState title={t`Nobody is on an old release`}>
        <p>
          <Trans>
            All visits in this period were to the latest release of their time. The current one is{' '}
            <span className="code break-all">{current}</span>.
          </Trans>
        </p>
      </EmptyState>
    )
  return (
    <ConnectPrompt project={project} title={t`No visits with a release`}>
      <p>
        <Trans>
          Set <span className="code">release</span> and <span className="code">tracesSampleRate</span> in your
          SDK. This page then shows who keeps using a release after a newer one was deployed.
        </Trans>
      </p>
    </ConnectPrompt>
  )
}
