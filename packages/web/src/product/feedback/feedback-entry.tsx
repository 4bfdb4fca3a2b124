import type { Feedback } from '@hindcast/contract/feedback/feedback.ts'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { LongText } from '#ui/data/long-text.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'

interface Props {
  readonly feedback: Feedback
  /** Where it leads to. */
  readonly children?: ReactNode
}

/** One message: who wrote it and when, what it says, and on which page it was written. */
export function FeedbackEntry({ feedback, children }: Props) {
  const { message, occurredAt, url, release, environment } = feedback
  return (
    <article className="grid min-w-0 gap-1 px-3 py-2.5">
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-muted">
        <Author feedback={feedback} />
        <span className="text-meta text-subtle">
          <Timestamp at={occurredAt} />
        </span>
      </p>
      <p className="max-w-prose min-w-0 text-form">
        <LongText text={message} most={800} />
      </p>
      {(url ?? release ?? environment) !== null && (
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5 text-meta text-subtle">
          {url !== null && <span className="code min-w-0 break-all">{url}</span>}
          {release !== null && <span>{release}</span>}
          {environment !== null && <span>{environment}</span>}
        </div>
      )}
      {children}
    </article>
  )
}

/** An address that anybody could have typed: a link only where it is nothing but an address. */
const ADDRESS = /^[\w.!#$'*+/=^`{|}~-]+@[\w-]+(?:\.[\w-]+)+$/

function Author({ feedback: { name, email } }: Pick<Props, 'feedback'>) {
  return (
    <>
      <b className="min-w-0 font-strong break-words text-fg">
        {name ?? email ?? <Trans>No name given</Trans>}
      </b>
      {email !== null &&
        (ADDRESS.test(email) ? (
          <a
            href={`mailto:${email}`}
            className="min-w-0 rounded-control break-all hover:text-accent hover:underline"
          >
            {name === null ? <Trans>Write an email</Trans> : email}
          </a>
        ) : (
          name !== null && <span className="min-w-0 break-all">{email}</span>
        ))}
    </>
  )
}
