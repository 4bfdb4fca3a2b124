import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Unreachable } from '#lib/api/client.ts'
import { DownloadMenu } from '#product/download-menu.tsx'
import { issueUsersQuery } from '#product/search/search-queries.ts'
import { useTitle } from '#lib/routing/title.ts'
import { writeToken } from '#product/search/query-text.ts'
import { Count } from '#ui/data/count.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { PageBar } from '#ui/layout/page-bar.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { issueQuery } from '#product/issues/issue-queries.ts'

const route = getRouteApi('/member/issues/$issue/users')

/** Users affected by an issue. */
export function IssueUsersPage() {
  const { t } = useLingui()
  const { issue: id } = route.useParams()
  const { sort = 'events' } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: issue } = useQuery(issueQuery(id))
  const answer = useQuery({ ...issueUsersQuery(id, sort), placeholderData: keepPreviousData })
  const name = issue?.shortId ?? t`Issue`
  useTitle(t`Users of ${name}`)
  return (
    <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
      <PageBar title={t`Users of ${name}`}>
        {answer.data !== undefined && (
          <span className="text-subtle">
            <Plural value={answer.data.total} one="# user" other="# users" />
          </span>
        )}
        <Link
          to="/issues/$issue"
          params={{ issue: id }}
          className="min-w-0 truncate text-muted hover:text-accent"
        >
          {issue?.title ?? <Trans>Back to the issue</Trans>}
        </Link>
      </PageBar>
      <div className="flex items-center gap-2 border-b border-line bg-surface px-(--gutter) py-2">
        <Segmented
          label={t`Sort by`}
          chosen={sort}
          choices={[
            { id: 'events', name: t`Most events` },
            { id: 'last_seen', name: t`Last seen` },
          ]}
          onChoose={(next) => void navigate({ search: next === 'events' ? {} : { sort: next } })}
        />
        <span className="flex-1" />
        <DownloadMenu path={`/api/v1/issues/${id}/users`} query={{ sort }} />
      </div>
      <Users issue={id} answer={answer} />
    </main>
  )
}

type Answered = ReturnType<
  typeof useQuery<{ users: Array<{ user: string; events: number; lastSeen: string }>; total: number }>
>

function Users({
  issue,
  answer: { data, error, refetch },
}: {
  readonly issue: string
  readonly answer: Answered
}) {
  const { t } = useLingui()
  if (data === undefined && error !== null && !(error instanceof Unreachable))
    return (
      <div className="p-(--gutter)">
        <Failure title={t`Couldn’t load the users`} error={error} onRetry={() => void refetch()} />
      </div>
    )
  if (data === undefined)
    return (
      <div className="grid gap-3 bg-surface px-3 py-3" aria-busy="true">
        {[40, 52, 36, 48].map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    )
  if (data.users.length === 0)
    return (
      <EmptyState title={t`No known users`}>
        <p>
          <Trans>None of its events include a user.</Trans>
        </p>
      </EmptyState>
    )
  return <UserTable issue={issue} users={data.users} />
}

type KnownUsers = NonNullable<Answered['data']>['users']

function UserTable({ issue, users }: { readonly issue: string; readonly users: KnownUsers }) {
  return (
    <table className="w-full bg-surface text-start">
      <thead className="text-meta text-subtle">
        <tr>
          <th scope="col" className="px-(--gutter) py-1 text-start font-normal">
            <Trans>User</Trans>
          </th>
          <th scope="col" className="px-3 py-1 text-end font-normal">
            <Trans>Events</Trans>
          </th>
          <th scope="col" className="px-3 py-1 text-start font-normal">
            <Trans>Last seen</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map(({ user, events, lastSeen }) => (
          <tr key={user} className="hover:bg-hover">
            <td className="border-t border-line px-(--gutter) py-1">
              <Link
                to="/issues/$issue/events"
                params={{ issue }}
                search={{ q: writeToken('user', [user]) }}
                className="break-all hover:text-accent hover:underline"
              >
                {user}
              </Link>
            </td>
            <td className="border-t border-line px-3 py-1 text-end">
              <Count of={events} />
            </td>
            <td className="border-t border-line px-3 py-1 whitespace-nowrap text-muted">
              <Timestamp at={lastSeen} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
