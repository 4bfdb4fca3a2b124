import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Avatar } from '#ui/data/avatar.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import type { Activity } from './activity-words.ts'
import { CommentBox } from './comment-box.tsx'
import { linkedText } from './linked-text.ts'
import { deleteComment, editComment } from './comments.ts'
import { sessionQuery } from '#product/session/session-queries.ts'

interface Props {
  readonly issue: string
  readonly activity: Activity
}

/** A comment. Its author may edit or delete it. */
export function CommentLine({ issue, activity }: Props) {
  const { t } = useLingui()
  const me = useQuery(sessionQuery).data?.user.id
  const [editing, setEditing] = useState(false)
  const { person, data, otherIssue } = activity
  const name = person === null ? t`Someone` : person.name || person.email
  const own = person !== null && person.id === me
  const save = async (text: string) => {
    const taken = await editComment(issue, activity, text)
    if (taken) setEditing(false)
    return taken
  }
  return (
    <article className="grid min-w-0 gap-1" aria-label={t`Comment by ${name}`}>
      <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-meta text-subtle">
        <span aria-hidden="true" className="inline-flex">
          <Avatar name={name} size={18} />
        </span>
        <b className="min-w-0 truncate font-strong text-fg">{name}</b>
        {otherIssue !== null && <span>({otherIssue})</span>}
        <Timestamp at={activity.at} />
        {data.editedAt !== undefined && <Trans>edited</Trans>}
      </p>
      {editing ? (
        <CommentBox
          label={t`Edit comment`}
          text={data.text ?? ''}
          action={t`Save`}
          onSend={save}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <Said text={data.text ?? ''} />
      )}
      {own && !editing && (
        <p className="flex gap-3">
          <button type="button" className={ACT} onClick={() => setEditing(true)}>
            <Trans>Edit</Trans>
          </button>
          <button type="button" className={ACT} onClick={() => void deleteComment(issue, activity)}>
            <Trans>Delete</Trans>
          </button>
        </p>
      )}
    </article>
  )
}

const ACT = 'min-h-6 rounded-control text-meta text-subtle hover:text-fg hover:underline'

function Said({ text }: { readonly text: string }) {
  return (
    <p className="whitespace-pre-wrap">
      {linkedText(text).map((part, index) =>
        part.href === undefined ? (
          part.text
        ) : (
          <a
            key={`${index} ${part.href}`}
            href={part.href}
            target="_blank"
            rel="noreferrer noopener"
            className="rounded-control text-accent underline"
          >
            {part.text}
          </a>
        ),
      )}
    </p>
  )
}
