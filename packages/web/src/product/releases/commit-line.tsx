import type { CommitView } from '@hindcast/contract/releases/releases.ts'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Avatar } from '#ui/data/avatar.tsx'
import { cx } from '#ui/base/class-names.ts'
import { Timestamp } from '#ui/data/timestamp.tsx'

interface Props {
  readonly commit: Pick<CommitView, 'id' | 'author' | 'message' | 'at'>
  readonly className: string
  /** What else is known of it, below. */
  readonly children?: ReactNode
}

/** A commit in a list: what it says, whose it is, which and when. */
export function CommitLine({ commit: { id, author, message, at }, className, children }: Props) {
  const { t } = useLingui()
  const name = author?.name ?? author?.email ?? t`Unknown author`
  const title = message?.split('\n', 1)[0] ?? ''
  return (
    <li className={cx('grid grid-cols-[24px_minmax(0,1fr)]', className)}>
      <Avatar name={name} />
      <div className="grid min-w-0 gap-0.5">
        <span className="font-strong break-words">{title === '' ? id.slice(0, 12) : title}</span>
        <span className="flex flex-wrap gap-x-2 text-meta text-muted">
          <span>{name}</span>
          <span className="code" title={id}>
            {id.slice(0, 7)}
          </span>
          {at !== null && <Timestamp at={at} />}
        </span>
        {children}
      </div>
    </li>
  )
}
