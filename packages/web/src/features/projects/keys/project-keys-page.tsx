import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ApiError, Unreachable } from '#lib/api/client.ts'
import { usePermission } from '#product/session/permissions.ts'
import { useTitle } from '#lib/routing/title.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { AddKey } from './add-key.tsx'
import { KeyPanel } from './key-panel.tsx'
import { projectQuery } from '#product/projects/project-queries.ts'

const route = getRouteApi('/member/projects/$project/keys')

export function ProjectKeysPage() {
  const { t } = useLingui()
  const { project: ref } = route.useParams()
  const mayChange = usePermission('project:write')
  const { data: project, error, refetch } = useQuery(projectQuery(ref))
  useTitle(project === undefined ? t`Keys` : t`Keys of ${project.name}`)
  if (error instanceof ApiError && error.status === 404) throw error
  return (
    <main id="main" tabIndex={-1}>
      <PageBar title={t`Keys`}>
        <span className="min-w-0 truncate text-muted">{project?.name}</span>
        <span className="flex-1" />
        <Link
          to="/projects/$project/connect"
          params={{ project: ref }}
          className="text-accent hover:underline"
        >
          <Trans>How to use a DSN</Trans>
        </Link>
      </PageBar>
      <div className="grid max-w-240 gap-4 px-(--gutter) py-5">
        <p className="max-w-prose text-muted">
          <Trans>
            Apps send events with the DSN of a key. Give each app its own key so you can limit or disable one
            without affecting the others. A DSN isn’t secret, it only allows sending events.
          </Trans>
        </p>
        {error !== null && !(error instanceof Unreachable) && (
          <Failure title={t`Couldn’t load the keys`} error={error} onRetry={() => void refetch()} />
        )}
        {project === undefined && error === null && <Skeleton height={148} />}
        {project?.keys.map((key) => (
          <KeyPanel key={key.id} project={ref} entry={key} />
        ))}
        {project !== undefined && mayChange && <AddKey project={ref} />}
      </div>
    </main>
  )
}
