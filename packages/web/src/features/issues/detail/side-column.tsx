import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { groupingWords } from './grouping/grouping-words.ts'
import { EventTimes } from './events/event-times.tsx'
import { issueBreakdownQuery } from '#product/issues/issue-queries.ts'
import { ENOUGH_EVENTS, queryFor, standouts } from '#product/issues/lift.ts'
import { jumpTo } from './sections.ts'
import { ShareRow } from './sharing/share-row.tsx'

const SuspectCommits = lazy(() =>
  import('./suspect-commit.tsx').then(({ SuspectCommits: component }) => ({ default: component })),
)
const ActivityList = lazy(() =>
  import('./activity/activity-list.tsx').then(({ ActivityList: component }) => ({ default: component })),
)
const IssueDigests = lazy(() =>
  import('./digests/issue-digests.tsx').then(({ IssueDigests: component }) => ({ default: component })),
)
const SimilarIssues = lazy(() =>
  import('./similar/similar-issues.tsx').then(({ SimilarIssues: component }) => ({ default: component })),
)
const IssueChart = lazy(() =>
  import('./chart/issue-chart.tsx').then(({ IssueChart: component }) => ({ default: component })),
)

interface Props {
  readonly issue: IssueDetail
  readonly complete: boolean
  readonly event: EventView
}

export function SideColumn({ issue, complete, event }: Props) {
  const { t } = useLingui()
  return (
    <aside className="grid min-w-0 content-start gap-5" aria-label={t`About this issue`}>
      <Facts issue={issue} event={event} />
      <Suspense>
        <SuspectCommits issue={issue.id} />
      </Suspense>
      {complete && (
        <Part title={t`Events, 4 weeks`}>
          <Suspense fallback={<Skeleton height={76} />}>
            <IssueChart issue={issue} event={event} />
          </Suspense>
        </Part>
      )}
      {complete && (
        <Part title={t`What stands out`}>
          <Differences issue={issue} />
        </Part>
      )}
      {complete && (
        <Suspense>
          <IssueDigests issue={issue.id} />
        </Suspense>
      )}
      {complete && (
        <Suspense>
          <SimilarIssues issue={issue} />
        </Suspense>
      )}
      {complete && (
        <Part title={t`History`}>
          <Suspense fallback={<Skeleton height={96} />}>
            <ActivityList issue={issue} />
          </Suspense>
        </Part>
      )}
      <Part title={t`Grouping`}>
        <p className="text-muted">{groupingWords(event.grouping)}</p>
        <button
          type="button"
          className="min-h-6 w-fit rounded-control text-accent hover:underline"
          onClick={() => jumpTo('why')}
        >
          <Trans>Show evidence</Trans>
        </button>
      </Part>
    </aside>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-1.5">
      <h2 className="text-form font-bold">{title}</h2>
      {children}
    </section>
  )
}

function Facts({ issue, event }: Pick<Props, 'issue' | 'event'>) {
  const { t } = useLingui()
  const owner = issue.assignee ?? issue.assigneeTeam
  const browser = [event.contexts['browser']?.['name'], event.contexts['browser']?.['version']]
  return (
    <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
      <Fact name={t`Assignee`}>
        {owner === null ? <Trans>Nobody</Trans> : owner.name || issue.assignee?.email}
      </Fact>
      <Fact name={t`First seen`}>
        <Timestamp at={issue.firstSeen} /> <Release of={issue.firstRelease} project={issue.project} />
      </Fact>
      <Fact name={t`Last seen`}>
        <Timestamp at={issue.lastSeen} /> <Release of={issue.lastRelease} project={issue.project} />
      </Fact>
      {event.release !== null && <Fact name={t`This release`}>{event.release}</Fact>}
      {event.route !== null && <RouteFact route={event.route} project={issue.project} />}
      {event.environment !== null && <Fact name={t`Environment`}>{event.environment}</Fact>}
      {typeof browser[0] === 'string' && <Fact name={t`Browser`}>{browser.filter(Boolean).join(' ')}</Fact>}
      <UserFact event={event} />
      <EventTimes event={event} />
    </dl>
  )
}

function RouteFact({ route, project }: { readonly route: string; readonly project: string }) {
  const { t } = useLingui()
  return (
    <Fact name={t`This route`}>
      <Link
        to="/projects/$project/issues"
        params={{ project }}
        search={{ q: queryFor({ key: 'route', value: route, tag: false }) }}
        title={t`Issues on this route`}
        className="code rounded-control hover:text-accent hover:underline"
      >
        {route}
      </Link>
    </Fact>
  )
}

function UserFact({ event: { user } }: Pick<Props, 'event'>) {
  const { t } = useLingui()
  const name = user?.email ?? user?.username ?? user?.name ?? user?.id ?? user?.ipAddress
  if (typeof name !== 'string') return null
  return (
    <Fact name={t`User`}>
      <span className="block truncate" title={name}>
        {name}
      </span>
    </Fact>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-subtle">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

function Release({ of, project }: { readonly of: string | null; readonly project: string }) {
  if (of === null) return null
  return (
    <Link
      to="/projects/$project/releases/$version"
      params={{ project, version: of }}
      className="rounded-control text-muted hover:text-fg hover:underline"
    >
      <Trans>in {of}</Trans>
    </Link>
  )
}

function Differences({ issue }: { readonly issue: IssueDetail }) {
  const { data: facets, isError } = useQuery(issueBreakdownQuery(issue.id))
  if (facets === undefined)
    return isError ? (
      <p className="text-muted">
        <Trans>Couldn’t count events. Reload the page to try again.</Trans>
      </p>
    ) : (
      <Skeleton height={72} />
    )
  const shares = standouts(facets, 5)
  const few = facets.every(({ total }) => total < ENOUGH_EVENTS)
  if (shares.length > 0) {
    return (
      <ul className="grid gap-1">
        {shares.map((share) => (
          <ShareRow key={`${share.key} ${share.value}`} share={share} project={issue.project} named />
        ))}
      </ul>
    )
  }
  return (
    <p className="text-muted">
      {few ? (
        <Trans>Too few events to compare with the rest of the project.</Trans>
      ) : (
        <Trans>
          Nothing stands out. Releases, browsers and tags are distributed as in the rest of the project.
        </Trans>
      )}
    </p>
  )
}
