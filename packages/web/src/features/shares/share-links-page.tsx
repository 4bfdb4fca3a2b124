import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { projectSharesQuery } from '#product/alerts/alert-queries.ts'
import { ApiError, Unreachable } from '#lib/api/client.ts'
import { usePermission } from '#product/session/permissions.ts'
import { useTitle } from '#lib/routing/title.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { ShareLinkRow } from './share-link-row.tsx'
import { projectQuery } from '#product/projects/project-queries.ts'

const route = getRouteApi('/member/projects/$project/links')

/** All public links of a project. */
export function ShareLinksPage() {
  const { t } = useLingui()
  const { project: ref } = route.useParams()
  const seesAll = usePermission('project:write')
  const isAllowed = usePermission('event:write')
  const { data: project, error: missing } = useQuery(projectQuery(ref))
  const { data: links, error, refetch } = useQuery({ ...projectSharesQuery(ref), enabled: isAllowed })
  useTitle(project === undefined ? t`Public links` : t`Public links of ${project.name}`)
  if (missing instanceof ApiError && missing.status === 404) throw missing
  return (
    <main id="main" tabIndex={-1}>
      <PageBar title={t`Public links`}>
        <span className="min-w-0 truncate text-muted">{project?.name}</span>
      </PageBar>
      <div className="grid max-w-240 gap-4 px-(--gutter) py-5">
        <p className="max-w-prose text-muted">
          {!isAllowed ? (
            <Trans>Your role doesn’t allow sharing issues.</Trans>
          ) : seesAll ? (
            <Trans>
              Anyone with one of these links can see the issue without an account. A link stops working when
              its creator leaves the organization.
            </Trans>
          ) : (
            <Trans>
              Anyone with one of your links can see the issue without an account. Admins see everyone’s links.
            </Trans>
          )}
        </p>
        {error !== null && !(error instanceof Unreachable) && (
          <Failure title={t`Couldn’t load the links`} error={error} onRetry={() => void refetch()} />
        )}
        {isAllowed && links === undefined && error === null && <Skeleton height={96} />}
        {links !== undefined && links.length === 0 && (
          <EmptyState title={t`No public links`}>
            <p>
              <Trans>To share an issue, open it and choose Share.</Trans>
            </p>
          </EmptyState>
        )}
        {links !== undefined && links.length > 0 && (
          <ul
            aria-label={t`Public links`}
            className="divide-y divide-line overflow-hidden rounded-panel border border-line bg-surface"
          >
            {links.map((link) => (
              <ShareLinkRow key={link.id} project={ref} link={link} />
            ))}
          </ul>
        )}
      </div>
    </main>
  )
}
