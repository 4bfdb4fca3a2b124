import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { ApiError, Unreachable } from '#lib/api/client.ts'
import { copyText } from '#lib/browser/clipboard.ts'
import { useSubject } from '#product/issues/resolve-dialog-state.ts'
import { withoutLocale } from '#lib/i18n/locale.ts'
import { notify } from '#lib/state/notices.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { suspectsQuery } from '#product/releases/release-queries.ts'
import { useTitle } from '#lib/routing/title.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { EventBar } from './event-bar.tsx'
import { EventSearch } from './events/event-search.tsx'
import { EventSections } from './event/event-sections.tsx'
import { IssueActionsBar } from './issue-actions-bar.tsx'
import { issueBrief } from './issue-brief.ts'
import { useIssueChanges } from './issue-changes.ts'
import { useIssueCommands } from './issue-commands.ts'
import { IssueHeader } from './issue-header.tsx'
import { knownFromList } from './adjacent-issues.ts'
import { BodySkeleton, HeaderSkeleton } from './issue-skeleton.tsx'
import { JumpStrip } from './jump-strip.tsx'
import { OpenScope } from './open-state.ts'
import { useShownEvent, type ShownEvent } from './shown-event.ts'
import { issueQuery } from '#product/issues/issue-queries.ts'

const missing = () => import('./issue-missing.tsx')
const IssueMissing = lazy(() => missing().then(({ IssueMissing: component }) => ({ default: component })))
const EventMissing = lazy(() => missing().then(({ EventMissing: component }) => ({ default: component })))
const AssignDialog = lazy(() =>
  import('./assign-dialog.tsx').then(({ AssignDialog: component }) => ({ default: component })),
)

export function IssuePage() {
  const { t } = useLingui()
  const { issue: id = '', event: wanted = 'latest' } = useParams({ strict: false })
  const query = useQuery({ ...issueQuery(id), placeholderData: () => knownFromList(id) })
  const { q = '' } = useSearch({ strict: false })
  const latestId = query.data?.latestEventId ?? null
  const shown = useShownEvent(id, { wanted, query: q, latestId })
  const { data: issue, error } = query
  useTitle(issue === undefined ? t`Issue` : `${issue.shortId} ${issue.title}`)
  useMovedAddress(id, query.isPlaceholderData ? undefined : issue?.id)
  return (
    <main id="main" tabIndex={-1} className="min-w-0 flex-1">
      {issue !== undefined ? (
        <OpenScope value={id}>
          <Shown issue={issue} complete={!query.isPlaceholderData} shown={shown} />
        </OpenScope>
      ) : error instanceof ApiError && error.status === 404 ? (
        <Suspense fallback={<HeaderSkeleton />}>
          <IssueMissing />
        </Suspense>
      ) : error === null || error instanceof Unreachable ? (
        <>
          <HeaderSkeleton />
          <BodySkeleton />
        </>
      ) : (
        <div className="p-(--gutter)">
          <h1 className="sr-only">{t`Issue`}</h1>
          <Failure title={t`Couldn’t load the issue`} error={error} onRetry={() => void query.refetch()} />
        </div>
      )}
    </main>
  )
}

/** An issue that was merged into another is read there. */
function useMovedAddress(asked: string, answered: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (answered !== undefined && answered !== asked)
      void navigate({ to: '/issues/$issue', params: { issue: answered }, replace: true })
  }, [asked, answered, navigate])
}

interface ShownProps {
  readonly issue: IssueDetail
  readonly complete: boolean
  readonly shown: ShownEvent
}

function Shown({ issue, complete, shown }: ShownProps) {
  const changes = useIssueChanges(issue)
  const copies = useCopies(issue, shown)
  const [assigning, setAssigning] = useState(false)
  const assign = () => setAssigning(true)
  useSubject(useCallback(() => [issue], [issue]))
  useIssueCommands({ issue, changes, shown, assign, ...copies })
  return (
    <>
      <IssueHeader
        issue={issue}
        complete={complete}
        actions={
          <IssueActionsBar
            issue={issue}
            changes={changes}
            onAssign={assign}
            onCopyBrief={copies.copyBrief}
            onCopyLink={copies.copyLink}
          />
        }
      />
      <div className="sticky top-0 z-10 flex min-h-9 flex-wrap items-center gap-x-4 border-b border-line bg-surface px-(--gutter) pane:top-11">
        {shown.event !== undefined && (
          <>
            <JumpStrip event={shown.event} />
            <EventBar shown={shown} />
          </>
        )}
      </div>
      <EventSearch project={issue.project} shown={shown} />
      <Body issue={issue} complete={complete} shown={shown} />
      {assigning && (
        <Suspense>
          <AssignDialog
            issue={issue}
            onChoose={changes.assign}
            onChooseTeam={changes.assignTeam}
            onClose={() => setAssigning(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function Body({ issue, complete, shown }: ShownProps) {
  const { t } = useLingui()
  const { event, error } = shown
  if (event !== undefined)
    return (
      <EventSections key={issue.id} issue={issue} complete={complete} event={event} stayed={shown.stayed} />
    )
  if (error === null || error instanceof Unreachable) return <BodySkeleton />
  if (error instanceof ApiError && error.status === 404)
    return (
      <Suspense fallback={<BodySkeleton />}>
        <EventMissing issue={issue} onLatest={() => shown.go('latest')} />
      </Suspense>
    )
  return (
    <div className="p-(--gutter)">
      <Failure title={t`Couldn’t load the event`} error={error} onRetry={shown.retry} />
    </div>
  )
}

/** Links and briefs name the event that is read, and no language: every reader gets their own. */
function useCopies(issue: IssueDetail, { event }: ShownEvent) {
  const { t } = useLingui()
  const path = event === undefined ? `/issues/${issue.id}` : `/issues/${issue.id}/events/${event.eventId}`
  const url = `${location.origin}${withoutLocale(path)}`
  const copy = async (text: string, words: string) => {
    const copied = await copyText(text)
    notify(
      copied
        ? { tone: 'done', text: words }
        : { tone: 'failed', text: t`Copying was blocked by the browser` },
    )
  }
  return {
    copyBrief: () => {
      // From data that is already loaded: after a request the browser would no longer allow the copy as a user
      // action.
      const suspects = queryClient.getQueryData(suspectsQuery(issue.id).queryKey)?.suspects ?? []
      void copy(issueBrief({ issue, event, suspects, url }), t`Copied as Markdown`)
    },
    copyLink: () => void copy(url, t`Link copied`),
  }
}
