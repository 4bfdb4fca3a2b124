import type { IssueDetail } from '@hindcast/contract/issues.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Moment } from '../../ui/moment.tsx'
import { activityLine, type Activity } from './activity-words.ts'
import { useOpen } from './open-state.ts'

const SHOWN_AT_FIRST = 5

/** What happened to the issue beside its events, the latest first. */
export function ActivityList({ id, history }: Pick<IssueDetail, 'id' | 'history'>) {
  const { t } = useLingui()
  const [all, showAll] = useOpen('activity', false)
  const shown = all ? history : history.slice(0, SHOWN_AT_FIRST)
  const hidden = history.length - shown.length
  return (
    <>
      <ol className="grid gap-2">
        {shown.map((activity, index) => (
          <li key={`${activity.at} ${index}`} className="border-s-2 border-line ps-2.5">
            <What activity={activity} issueId={id} />
            <p className="flex min-w-0 flex-wrap gap-x-1.5 text-meta text-subtle">
              {activity.person !== null && <Who person={activity.person} />}
              <Moment at={activity.at} />
            </p>
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <button
          type="button"
          className="min-h-6 w-fit rounded-control text-accent hover:underline"
          onClick={() => showAll(true)}
        >
          {t`${plural(hidden, { one: 'Show # more', other: 'Show # more' })}`}
        </button>
      )}
    </>
  )
}

function What({ activity, issueId }: { readonly activity: Activity; readonly issueId: string }) {
  const { before, link, after } = activityLine(activity, issueId)
  return (
    <p className="break-words text-muted">
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
