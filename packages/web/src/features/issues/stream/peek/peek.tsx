import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useSelector } from '@tanstack/react-store'
import { Age } from '#ui/data/age.tsx'
import { Button, buttonClass, IconButton } from '#ui/base/button.tsx'
import { Count } from '#ui/data/count.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Kbd } from '#ui/base/kbd.tsx'
import { LevelMark } from '#product/issues/level-mark.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { IssueBadge } from '#features/issues/stream/list/issue-badge.tsx'
import { IssueSpark } from '#features/issues/stream/list/issue-spark.tsx'
import { PeekEvent, PeekLifts } from './peek-parts.tsx'
import { KnownErrorBadge } from '#features/issues/stream/list/known-error-badge.tsx'
import type { TriageActions } from '#features/issues/stream/triage/triage-actions.ts'
import { moved } from '#features/issues/stream/triage/triage.ts'
import { shownIds, triage } from '#features/issues/stream/triage/triage-store.ts'
import { eventQuery, issueBreakdownQuery, issueQuery } from '#product/issues/issue-queries.ts'

interface Props {
  readonly rows: readonly IssueSummary[]
  readonly actions: TriageActions
  readonly onClose: () => void
}

/** Enough of an issue to decide about it without leaving the list; it follows the cursor. */
export function Peek({ rows, actions, onClose }: Props) {
  const { t } = useLingui()
  // The cursor must not wait for the panel.
  const id = useDeferredValue(useSelector(triage, ({ peek }) => peek))
  if (id === undefined) return null
  return (
    <aside
      aria-label={t`Peek`}
      className="absolute inset-0 z-20 flex flex-col overflow-hidden bg-surface pane:static pane:w-[44%] pane:max-w-160 pane:min-w-96 pane:shrink-0 pane:border-s pane:border-line"
    >
      <PeekContent
        key={id}
        id={id}
        row={rows.find((row) => row.id === id)}
        actions={actions}
        onClose={onClose}
      />
    </aside>
  )
}

interface ContentProps extends Omit<Props, 'rows'> {
  readonly id: string
  readonly row: IssueSummary | undefined
}

function PeekContent({ id, row, actions, onClose }: ContentProps) {
  const { t } = useLingui()
  const detail = useQuery(issueQuery(id))
  const event = useQuery(eventQuery(id, 'latest'))
  const { data: facets } = useQuery(issueBreakdownQuery(id))
  const issue = detail.data ?? row
  return (
    <>
      <header className="flex min-h-11 items-center gap-1 border-b border-line ps-4 pe-2">
        <span className="min-w-0 flex-1 truncate text-muted">{issue?.shortId}</span>
        <IconButton icon="up" label={t`Previous issue`} onClick={() => step(-1)} />
        <IconButton icon="down" label={t`Next issue`} onClick={() => step(1)} />
        <IconButton icon="close" label={t`Close peek`} onClick={onClose} />
      </header>
      <div
        className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto p-4"
        tabIndex={0}
        role="region"
        aria-label={t`Issue`}
      >
        {issue === undefined ? (
          <PeekSkeleton />
        ) : (
          <PeekSummary issue={issue} series={row?.series ?? issue.series} />
        )}
        {detail.isError && issue === undefined && (
          <Failure
            title={t`Couldn’t load the issue`}
            error={detail.error}
            onRetry={() => void detail.refetch()}
          />
        )}
        <PeekEvent event={event.data} missing={detail.data?.latestEventId === null} />
        {facets !== undefined && <PeekLifts facets={facets} />}
      </div>
      {issue !== undefined && <PeekActions issue={issue} actions={actions} />}
    </>
  )
}

function step(steps: number): void {
  triage.setState(() => moved(triage.get(), shownIds(), steps))
}

function PeekSummary({ issue, series }: Pick<IssueSummary, 'series'> & { readonly issue: IssueSummary }) {
  return (
    <section className="grid gap-2">
      <div className="flex items-start gap-2">
        <span className="pt-1">
          <LevelMark level={issue.level} word={false} />
        </span>
        <div className="grid min-w-0 gap-0.5">
          <h2 className="text-section font-bold">{issue.type || issue.title}</h2>
          {issue.type !== '' && <p className="line-clamp-6 text-form">{issue.value}</p>}
          <p className="code text-subtle">{issue.culprit}</p>
        </div>
        <span className="ms-auto flex flex-wrap justify-end gap-1">
          <KnownErrorBadge kind={issue.recognised} />
          <IssueBadge issue={issue} />
        </span>
      </div>
      <IssueSpark series={series} height={36} />
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-muted">
        <span>
          <b className="font-strong text-fg">
            <Count of={issue.events} />
          </b>{' '}
          <Plural value={issue.events} one="event" other="events" />
        </span>
        <span>
          <b className="font-strong text-fg">
            <Count of={issue.users} />
          </b>{' '}
          <Plural value={issue.users} one="user" other="users" />
        </span>
        <span>
          <Trans>
            last seen <Timestamp at={issue.lastSeen} />
          </Trans>
        </span>
        <span>
          <Trans>
            <Age since={issue.firstSeen} /> old
          </Trans>
        </span>
        {issue.firstRelease !== null && (
          <span>
            <Trans>first in {issue.firstRelease}</Trans>
          </span>
        )}
      </p>
    </section>
  )
}

function PeekActions({ issue, actions }: { readonly issue: IssueSummary; readonly actions: TriageActions }) {
  const one = [issue]
  return (
    <footer className="flex flex-wrap items-center gap-1.5 border-t border-line px-4 py-2">
      <Link
        to="/issues/$issue"
        params={{ issue: issue.id }}
        preload={false}
        className={buttonClass('primary')}
      >
        <Trans>Open</Trans>
        <span className="max-desk:hidden" aria-hidden="true">
          <Kbd keys="Enter" />
        </span>
      </Link>
      {issue.status === 'unresolved' ? (
        <>
          <Button icon="check" onClick={() => actions.resolve(one)}>
            <Trans>Resolve</Trans>
          </Button>
          <Button icon="mute" onClick={() => actions.ignore(one)}>
            <Trans>Ignore</Trans>
          </Button>
        </>
      ) : (
        <Button icon="undo" onClick={() => actions.reopen(one)}>
          <Trans>Reopen</Trans>
        </Button>
      )}
      <Button icon="person" onClick={() => actions.pickAssignee(one)}>
        {issue.assignee === null ? <Trans>Assign…</Trans> : issue.assignee.name || issue.assignee.email}
      </Button>
    </footer>
  )
}

function PeekSkeleton() {
  return (
    <div className="grid gap-2">
      <Skeleton width="40%" height={16} />
      <Skeleton width="80%" />
      <Skeleton height={36} />
    </div>
  )
}
