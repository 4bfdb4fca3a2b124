import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { locale } from '#lib/i18n/i18n.ts'
import { countOf } from '#lib/i18n/format.ts'
import { Icon } from '#ui/base/icon.tsx'
import { Count } from '#ui/data/count.tsx'
import { LevelMark } from '#product/issues/level-mark.tsx'
import { LongText } from '#ui/data/long-text.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Spark } from '#ui/data/spark.tsx'
import { jumpTo } from './sections.ts'
import { StatusBadge } from './status-badge.tsx'
import { statusWords } from './status-words.ts'

interface Props {
  readonly issue: IssueDetail
  /** False while only the data of the list is known. */
  readonly complete: boolean
  readonly actions: ReactNode
}

export function IssueHeader({ issue, complete, actions }: Props) {
  const { t } = useLingui()
  return (
    <header className="contents">
      <div className="z-20 flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-surface px-(--gutter) py-1 pane:sticky pane:top-0">
        <nav aria-label={t`Breadcrumb`} className="flex items-center gap-1.5">
          <Link
            to="/projects/$project/issues"
            params={{ project: issue.project }}
            className="rounded-control py-1 text-muted hover:text-fg hover:underline"
          >
            <Trans>Issues</Trans>
          </Link>
          <span className="text-subtle" aria-hidden="true">
            /
          </span>
          <span className="code">{issue.shortId}</span>
        </nav>
        <LevelMark level={issue.level} />
        <StatusBadge issue={issue} />
        <StatusDetail issue={issue} />
        <span className="flex-1" />
        {actions}
      </div>
      <div className="grid gap-1 bg-surface px-(--gutter) pt-2.5 pb-2">
        <h1 className="min-w-0 text-section font-bold break-words pane:text-page">
          <LongText text={issue.title} most={160} />
        </h1>
        <Facts issue={issue} complete={complete} />
      </div>
    </header>
  )
}

function StatusDetail({ issue }: Pick<Props, 'issue'>) {
  const words = statusWords(issue)
  if (words === '') return null
  return <span className="min-w-0 break-words text-muted">{words}</span>
}

function Facts({ issue, complete }: Omit<Props, 'actions'>) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
      {issue.culprit !== '' && <span className="code min-w-0 break-all">{issue.culprit}</span>}
      <Amount of={issue.events} word={plural(issue.events, { one: 'event', other: 'events' })} />
      <Amount of={issue.users} word={plural(issue.users, { one: 'user', other: 'users' })} />
      {issue.feedback > 0 && <FeedbackCount of={issue.feedback} />}
      <span>
        <Trans>
          Last seen <Timestamp at={issue.lastSeen} />
        </Trans>
      </span>
      {complete && <EventSpark issue={issue} width="w-28 desk:hidden" />}
    </div>
  )
}

/** Somebody took the time to write: said where one looks first, and leads to what they said. */
function FeedbackCount({ of }: { readonly of: number }) {
  return (
    <button
      type="button"
      className="inline-flex min-h-6 items-center gap-1.5 rounded-control text-accent hover:underline"
      onClick={() => jumpTo('feedback')}
    >
      <Icon name="feedback" size={14} />
      <Plural value={of} one="# feedback message" other="# feedback messages" />
    </button>
  )
}

function Amount({ of, word }: { readonly of: number; readonly word: string }) {
  return (
    <span>
      <b className="font-strong text-fg">
        <Count of={of} />
      </b>{' '}
      {word}
    </span>
  )
}

interface EventSparkProps {
  readonly issue: IssueDetail
  readonly width: string
  readonly height?: number
}

export function EventSpark({ issue, width, height = 18 }: EventSparkProps) {
  const { t } = useLingui()
  const { values } = issue.series
  const sum = values.reduce((total, value) => total + value, 0)
  const most = countOf(Math.max(0, ...values), locale)
  const days = values.length
  return (
    <span className={width}>
      <Spark
        values={values}
        height={height}
        label={t`${plural(sum, { one: '# event', other: '# events' })} in ${days} days, at most ${most} a day`}
      />
    </span>
  )
}
