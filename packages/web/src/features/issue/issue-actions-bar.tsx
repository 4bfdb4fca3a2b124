import type { IssueDetail } from '@hindcast/contract/issues.ts'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { merging } from '../../lib/merging.ts'
import { Button, IconButton, type ButtonKind } from '../../ui/button.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import type { IssueChanges } from './issue-changes.ts'

interface Props {
  readonly issue: IssueDetail
  readonly changes: IssueChanges
  readonly onAssign: () => void
  readonly onCopyLink: () => void
  readonly onCopyBrief: () => void
}

export function IssueActionsBar({ issue, changes, onAssign, onCopyLink, onCopyBrief }: Props) {
  const { t } = useLingui()
  const { status } = issue
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <IconButton icon="connect" label={t`Copy link`} onClick={onCopyLink} />
      <KeyButton keys="c" kind="quiet" onClick={onCopyBrief}>{t`Copy brief`}</KeyButton>
      <KeyButton
        keys="m"
        kind="quiet"
        onClick={() => merging.set({ issues: [issue] })}
      >{t`Merge…`}</KeyButton>
      <AssignButton issue={issue} onAssign={onAssign} />
      {status === 'unresolved' && (
        <KeyButton keys="h" onClick={() => changes.setStatus('ignored')}>{t`Ignore`}</KeyButton>
      )}
      {status !== 'resolved' && (
        <KeyButton
          keys="e"
          kind={status === 'unresolved' ? 'primary' : 'plain'}
          onClick={() => changes.setStatus('resolved')}
        >{t`Resolve`}</KeyButton>
      )}
      {status !== 'unresolved' && (
        <KeyButton keys={status === 'resolved' ? 'e' : 'h'} onClick={() => changes.setStatus('unresolved')}>
          {t`Reopen`}
        </KeyButton>
      )}
    </div>
  )
}

interface KeyButtonProps {
  readonly keys: string
  readonly kind?: ButtonKind
  readonly onClick: () => void
  readonly children: ReactNode
}

/** The key is for those who see it; everybody else hears it as a shortcut, not as part of the name. */
function KeyButton({ keys, kind = 'plain', onClick, children }: KeyButtonProps) {
  return (
    <Button kind={kind} aria-keyshortcuts={keys} onClick={onClick}>
      {children}
      <span className="max-pane:hidden" aria-hidden="true">
        <Kbd keys={keys} />
      </span>
    </Button>
  )
}

function AssignButton({ issue: { assignee }, onAssign }: Pick<Props, 'issue' | 'onAssign'>) {
  const { t } = useLingui()
  const name = assignee === null ? '' : assignee.name || assignee.email
  return (
    <KeyButton keys="a" onClick={onAssign}>
      {assignee === null ? (
        t`Assign`
      ) : (
        <>
          <span className="sr-only">{t`Assigned to`}</span>
          <span aria-hidden="true" className="inline-flex">
            <Avatar name={name} size={18} />
          </span>
          <span className="max-w-32 truncate">{name}</span>
        </>
      )}
    </KeyButton>
  )
}
