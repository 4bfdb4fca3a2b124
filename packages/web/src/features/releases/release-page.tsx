import { quoted } from '@hindcast/contract/search/print.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { isMissing, Unreachable } from '#lib/api/client.ts'
import { releaseQuery, verdictQuery } from '#product/releases/release-queries.ts'
import { useTitle } from '#lib/routing/title.ts'
import { buttonClass } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { BeforeAfter } from './before-after.tsx'
import { CommitList } from './commit-list.tsx'
import { CompareChoice } from './compare-choice.tsx'
import { DeployList } from './deploy-list.tsx'
import { MapHealth } from './map-health.tsx'
import { useReleaseKeys } from './release-keys.ts'
import { ReleaseSkeleton } from './releases-skeleton.tsx'
import { VerdictCard } from './verdict-card.tsx'
import { VerdictIssues } from './verdict-issues.tsx'

const route = getRouteApi('/member/projects/$project/releases/$version')

export function ReleasePage() {
  const { t } = useLingui()
  const { project, version } = route.useParams()
  const { against } = route.useSearch()
  useTitle(t`Release ${version}`)
  useReleaseKeys(project, version)
  const verdict = useQuery({
    ...verdictQuery(project, version, against),
    // Another comparison of this release may keep the old one on show, another release never.
    placeholderData: (shown, query) => (query?.queryKey[2] === version ? shown : undefined),
    // Of two releases either may be the one that is gone, and the answer says which.
    throwOnError: (error) => against === undefined && isMissing(error),
  })
  const isTold = verdict.error === null || verdict.error instanceof Unreachable
  return (
    <main id="main" tabIndex={-1} className="min-w-0 flex-1">
      <Bar project={project} version={version} />
      <div className="mx-auto grid max-w-360 grid-cols-1 gap-4 p-(--gutter)">
        {!isTold && (
          <Failure
            title={t`Couldn’t load the release’s health`}
            error={verdict.error}
            onRetry={() => void verdict.refetch()}
          />
        )}
        {isMissing(verdict.error) && <CompareChoice project={project} version={version} />}
        {verdict.data === undefined && isTold && <ReleaseSkeleton />}
        {verdict.data !== undefined && !isMissing(verdict.error) && (
          <>
            <VerdictCard
              verdict={verdict.data}
              choice={
                <CompareChoice project={project} version={version} against={verdict.data.against?.version} />
              }
            />
            <BeforeAfter verdict={verdict.data} />
            <VerdictIssues verdict={verdict.data} />
          </>
        )}
        <Made project={project} version={version} />
      </div>
    </main>
  )
}

interface Props {
  readonly project: string
  readonly version: string
}

function Bar({ project, version }: Props) {
  const { t } = useLingui()
  return (
    <header className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-surface px-(--gutter) py-1">
      <nav aria-label={t`Breadcrumb`} className="flex items-center gap-1.5">
        <Link
          to="/projects/$project/releases"
          params={{ project }}
          className="rounded-control py-1 text-muted hover:text-fg hover:underline"
        >
          <Trans>Releases</Trans>
        </Link>
        <span className="text-subtle" aria-hidden="true">
          /
        </span>
      </nav>
      <h1 className="min-w-0 text-section font-bold break-all">{version}</h1>
      <span className="flex-1" />
      <Link
        to="/projects/$project/issues"
        params={{ project }}
        search={{ q: `release:${quoted(version)}` }}
        className={buttonClass()}
      >
        <Trans>Issues in this release</Trans>
      </Link>
    </header>
  )
}

/** What it was made of. Comes by itself: the verdict never waits for it. */
function Made({ project, version }: Props) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(releaseQuery(project, version))
  if (error !== null && !(error instanceof Unreachable) && !isMissing(error))
    return (
      <Failure title={t`Couldn’t load commits and deploys`} error={error} onRetry={() => void refetch()} />
    )
  if (data === undefined) return null
  return (
    <div className="grid items-start gap-4 pane:grid-cols-2">
      <CommitList commits={data.commitList} />
      <div className="grid gap-4">
        <DeployList deploys={data.deployList} />
        <MapHealth project={project} version={version} />
      </div>
    </div>
  )
}
