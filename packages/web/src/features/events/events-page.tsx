import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTitle } from '#lib/routing/title.ts'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { eventListQuery } from '#product/search/search-queries.ts'
import { EventsView } from './events-view.tsx'
import { issueQuery } from '#product/issues/issue-queries.ts'

const ofProject = getRouteApi('/member/projects/$project/events')
const ofIssue = getRouteApi('/member/issues/$issue/events')

/** Every event of a project for which a search holds. */
export function EventsPage() {
  const { t } = useLingui()
  useTitle(t`Events`)
  const { project } = ofProject.useParams()
  const search = ofProject.useSearch()
  const navigate = ofProject.useNavigate()
  const answer = useInfiniteQuery({
    ...eventListQuery({ project }, search.q ?? ''),
    placeholderData: keepPreviousData,
  })
  return (
    <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
      <PageBar title={t`Events`} />
      <EventsView
        project={project}
        search={search}
        answer={answer}
        ofOneIssue={false}
        path={`/api/v1/projects/${project}/events`}
        onShow={(next) => void navigate({ search: next })}
      />
    </main>
  )
}

/** The events of one issue, the same way. */
export function IssueEventsPage() {
  const { t } = useLingui()
  const { issue: id } = ofIssue.useParams()
  const search = ofIssue.useSearch()
  const navigate = ofIssue.useNavigate()
  const { data: issue } = useQuery(issueQuery(id))
  const answer = useInfiniteQuery({
    ...eventListQuery({ issue: id }, search.q ?? ''),
    placeholderData: keepPreviousData,
  })
  const name = issue?.shortId ?? t`Issue`
  useTitle(t`Events of ${name}`)
  return (
    <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
      <PageBar title={t`Events of ${name}`}>
        <Link
          to="/issues/$issue"
          params={{ issue: id }}
          className="min-w-0 truncate text-muted hover:text-accent"
        >
          {issue?.title ?? <Trans>Back to the issue</Trans>}
        </Link>
      </PageBar>
      <EventsView
        project={issue?.project ?? ''}
        search={search}
        answer={answer}
        ofOneIssue
        path={`/api/v1/issues/${id}/events`}
        onShow={(next) => void navigate({ search: next })}
      />
    </main>
  )
}
