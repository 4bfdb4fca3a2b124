import type { IssueDetail } from '@hindcast/contract/issues.ts'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Moment } from '../../ui/moment.tsx'
import { activityWords } from './activity-words.ts'
import { useOpen } from './open-state.ts'

const SHOWN_AT_FIRST = 5

/** What happened to the issue beside its events, the latest first. */
export function ActivityList({ history }: Pick<IssueDetail, 'history'>) {
  const { t } = useLingui()
  const [all, showAll] = useOpen('activity', false)
  const shown = all ? history : history.slice(0, SHOWN_AT_FIRST)
  const hidden = history.length - shown.length
  return (
    <>
      <ol className="grid gap-2">
        {shown.map((activity, index) => (
          <li key={`${activity.at} ${index}`} className="border-s-2 border-line ps-2.5">
            <p className="text-muted">{activityWords(activity)}</p>
            <p className="text-meta text-subtle">
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
