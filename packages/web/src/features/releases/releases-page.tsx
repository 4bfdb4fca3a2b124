import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { isMissing, Unreachable } from '#lib/api/client.ts'
import { DownloadMenu } from '#product/download-menu.tsx'
import { releasesQuery } from '#product/releases/release-queries.ts'
import { useTitle } from '#lib/routing/title.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { useListKeys } from '#product/list-keys.ts'
import { ConnectPrompt } from '#product/projects/connect-prompt.tsx'
import { ReleaseTable } from './release-table.tsx'
import { TableSkeleton } from './releases-skeleton.tsx'

const route = getRouteApi('/member/projects/$project/releases')

export function ReleasesPage() {
  const { t } = useLingui()
  useTitle(t`Releases`)
  useListKeys()
  const { project } = route.useParams()
  const { data, error, refetch } = useQuery({ ...releasesQuery(project), throwOnError: isMissing })
  return (
    <main id="main" tabIndex={-1} className="min-w-0 flex-1">
      <PageBar title={t`Releases`}>
        <span className="flex-1 text-muted max-phone:hidden">
          <Trans>Health of each version</Trans>
        </span>
        <DownloadMenu path={`/api/v1/projects/${project}/releases`} />
      </PageBar>
      <div className="mx-auto grid max-w-360 gap-4 p-(--gutter)">
        {error !== null && !(error instanceof Unreachable) && (
          <Failure title={t`Couldn’t load the releases`} error={error} onRetry={() => void refetch()} />
        )}
        {data === undefined && (error === null || error instanceof Unreachable) && <TableSkeleton />}
        {data !== undefined &&
          (data.releases.length === 0 ? (
            <NoReleases project={project} />
          ) : (
            <ReleaseTable releases={data.releases} project={project} more={data.more} />
          ))}
      </div>
    </main>
  )
}

function NoReleases({ project }: { readonly project: string }) {
  const { t } = useLingui()
  return (
    <ConnectPrompt project={project} title={t`No releases yet`}>
      <p>
        <Trans>
          Set <span className="code">release</span> when you initialize the SDK, for example to your package
          version or commit. This page then compares each version with the one before.
        </Trans>
      </p>
      <p>
        <Trans>
          Add <span className="code">sentry-cli releases set-commits</span> and{' '}
          <span className="code">deploys new</span> to also see commits and deploys.
        </Trans>
      </p>
    </ConnectPrompt>
  )
}
