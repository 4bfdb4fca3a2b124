import type { AlertSubject, Backtest } from '@hindcast/contract/alerts/alerts.ts'
import { Plural, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { locale } from '#lib/i18n/i18n.ts'
import { exactTime } from '#lib/i18n/format.ts'
import { Button } from '#ui/base/button.tsx'

const SHOWN = 8

/** When, and for what. */
export function ToldList({ messages }: Pick<Backtest, 'messages'>) {
  const { t } = useLingui()
  const [all, showAll] = useState(false)
  const shown = all ? messages : messages.slice(0, SHOWN)
  return (
    <>
      <ol aria-label={t`What it would have sent`} className="grid gap-2">
        {shown.map(({ at, subjects, more }) => (
          <li key={at} className="grid gap-0.5 border-s-2 border-line ps-2.5">
            <time dateTime={at} className="text-meta text-subtle">
              {exactTime(Date.parse(at), locale)}
            </time>
            <Subjects subjects={subjects} more={more} />
          </li>
        ))}
      </ol>
      {messages.length > SHOWN && !all && (
        <div>
          <Button kind="quiet" onClick={() => showAll(true)}>
            {t`Show all`}
          </Button>
        </div>
      )}
    </>
  )
}

const NAMED = 3

export function Subjects({
  subjects,
  more,
}: {
  readonly subjects: readonly AlertSubject[]
  readonly more: number
}) {
  const others = more + Math.max(0, subjects.length - NAMED)
  return (
    <>
      {subjects.slice(0, NAMED).map((subject) => (
        <SubjectLine key={`${subject.issue?.id ?? subject.project}${subject.at}`} subject={subject} />
      ))}
      {others > 0 && (
        <span className="text-meta text-muted">
          <Plural value={others} one="and # more" other="and # more" />
        </span>
      )}
    </>
  )
}

/** The reason is in English, as it is sent. */
function SubjectLine({ subject: { issue, project, reason } }: { readonly subject: AlertSubject }) {
  return (
    <span className="min-w-0 break-words">
      {issue === null ? (
        <b className="font-strong">{project}</b>
      ) : (
        <Link to="/issues/$issue" params={{ issue: issue.id }} className="hover:underline">
          <span className="code text-subtle">{issue.shortId}</span> {issue.title}
        </Link>
      )}
      <span className="text-meta text-muted" lang="en">
        {` · ${reason}`}
      </span>
    </span>
  )
}
