import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { usePermission } from '#product/session/permissions.ts'
import { Button } from '#ui/base/button.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { activityLine, type Activity } from './activity-words.ts'
import { CommentBox } from './comment-box.tsx'
import { CommentLine } from './comment-line.tsx'
import { useOpen } from '#features/issues/detail/open-state.ts'
import { comment, follow, loadEarlier } from './comments.ts'

const SHOWN_AT_FIRST = 5

/** Activity and comments of the issue, latest first. */
export function ActivityList({ issue }: { readonly issue: IssueDetail }) {
  const { t } = useLingui()
  const mayWrite = usePermission('event:write')
  const { id, history, historyNext } = issue
  const [all, showAll] = useOpen('activity', false)
  const shown = all ? history : history.slice(0, SHOWN_AT_FIRST)
  const hidden = history.length - shown.length
  return (
    <>
      {mayWrite && (
        <CommentBox label={t`Write a comment`} action={t`Comment`} onSend={(text) => comment(id, text)} />
      )}
      <FollowButton issue={issue} />
      <ol className="grid gap-2" aria-label={t`History`}>
        {shown.map((activity) => (
          <li key={activity.id} className="min-w-0 border-s-2 border-line ps-2.5">
            {activity.kind === 'comment' ? (
              <CommentLine issue={id} activity={activity} />
            ) : (
              <>
                <What activity={activity} issueId={id} />
                <ByLine activity={activity} />
              </>
            )}
          </li>
        ))}
      </ol>
      {hidden > 0 ? (
        <button type="button" className={MORE} onClick={() => showAll(true)}>
          {t`${plural(hidden, { one: 'Show # more', other: 'Show # more' })}`}
        </button>
      ) : (
        historyNext !== null && (
          <button type="button" className={MORE} onClick={() => void loadEarlier(id, historyNext)}>
            <Trans>Show breadcrumbs</Trans>
          </button>
        )
      )}
    </>
  )
}

const MORE = 'min-h-6 w-fit rounded-control text-accent hover:underline'

function FollowButton({ issue: { id, following } }: { readonly issue: IssueDetail }) {
  const { t } = useLingui()
  const why = {
    chosen: t`You follow this issue`,
    assigned: t`You follow this issue because it’s assigned to you`,
    commented: t`You follow this issue because you commented on it`,
    resolved: t`You follow this issue because you resolved it`,
  }
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-meta text-subtle">
      <Button
        kind="quiet"
        className="-ms-2.5"
        aria-pressed={following !== null}
        onClick={() => void follow(id, following === null)}
      >
        {following === null ? <Trans>Follow</Trans> : <Trans>Unfollow</Trans>}
      </Button>
      {following !== null && why[following]}
    </div>
  )
}

function What({ activity, issueId }: { readonly activity: Activity; readonly issueId: string }) {
  const { before, link, after } = activityLine(activity, issueId)
  return (
    <p className="text-muted">
      {before}
      {link !== '' && (
        <Link
          to="/issues/$issue"
          params={{ issue: activity.otherIssueId! }}
          className="rounded-control text-accent underline"
        >
          {link}
        </Link>
      )}
      {after}
    </p>
  )
}

function ByLine({ activity: { person, at } }: { readonly activity: Activity }) {
  return (
    <p className="flex min-w-0 flex-wrap gap-x-1.5 text-meta text-subtle">
      {person !== null && <Who person={person} />}
      <Timestamp at={at} />
    </p>
  )
}

function Who({ person: { name, email } }: { readonly person: NonNullable<Activity['person']> }) {
  return (
    <>
      <span className="min-w-0 truncate" title={email}>
        <Trans>by {name}</Trans>
      </span>
      <span aria-hidden="true">·</span>
    </>
  )
}
