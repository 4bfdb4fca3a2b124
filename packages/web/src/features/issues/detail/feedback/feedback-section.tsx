import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { Feedback } from '@hindcast/contract/feedback/feedback.ts'
import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Unreachable } from '#lib/api/client.ts'
import { FeedbackEntry } from '#product/feedback/feedback-entry.tsx'
import { feedbackQuery } from '#product/feedback/feedback-queries.ts'
import { Button, buttonClass } from '#ui/base/button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Section } from '#features/issues/detail/section.tsx'
import { thisEventFirst } from './this-event-first.ts'

/** So many stand below the stack; the others are one click away. */
const FEW = 3

interface Props {
  readonly issue: IssueDetail
  readonly event: EventView
}

/** What users wrote about the failure: that of the event on the screen first, then that of the issue's others. */
export function FeedbackSection({ issue, event }: Props) {
  const { t } = useLingui()
  const [all, setAll] = useState(false)
  const answer = useInfiniteQuery(feedbackQuery({ issue: issue.id }))
  const { data, error, refetch } = answer
  const entries = thisEventFirst(data?.pages.flatMap((page) => page.feedback) ?? [], event)
  const total = data?.pages[0]?.total ?? issue.feedback
  const shown = all ? entries : entries.slice(0, FEW)
  return (
    <Section
      id="feedback"
      title={t`What users said`}
      note={<span className="text-meta text-subtle">{total}</span>}
      actions={
        <Link
          to="/projects/$project/feedback"
          params={{ project: issue.project }}
          className={buttonClass('quiet', 'min-h-6 px-1.5')}
        >
          <Trans>All feedback</Trans>
        </Link>
      }
    >
      {data === undefined && error !== null && !(error instanceof Unreachable) && (
        <Failure title={t`Couldn’t load the feedback`} error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <div className="grid gap-2 p-3" aria-busy="true">
          <Skeleton width="30%" />
          <Skeleton width="70%" />
        </div>
      )}
      <ul className="divide-y divide-line">
        {shown.map(({ feedback, isOfEvent }) => (
          <li key={feedback.id}>
            <FeedbackEntry feedback={feedback}>
              <AboutEvent issue={issue.id} feedback={feedback} isOfEvent={isOfEvent} />
            </FeedbackEntry>
          </li>
        ))}
      </ul>
      {(shown.length < entries.length || answer.hasNextPage) && (
        <div className="border-t border-line px-3 py-2">
          <Button
            busy={answer.isFetchingNextPage}
            onClick={() => (all ? void answer.fetchNextPage() : setAll(true))}
          >
            <Trans>Show more feedback</Trans>
          </Button>
        </div>
      )}
    </Section>
  )
}

interface AboutProps {
  readonly issue: string
  readonly feedback: Feedback
  readonly isOfEvent: boolean
}

function AboutEvent({ issue, feedback: { eventId }, isOfEvent }: AboutProps) {
  if (eventId === null) return null
  if (isOfEvent)
    return (
      <p>
        <Badge>
          <Trans>About this event</Trans>
        </Badge>
      </p>
    )
  return (
    <Link
      to="/issues/$issue/events/$event"
      params={{ issue, event: eventId }}
      className="min-h-6 w-fit rounded-control text-accent hover:underline"
    >
      <Trans>Open its event</Trans>
    </Link>
  )
}
