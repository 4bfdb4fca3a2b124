import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { resolveDialog, type ResolveRequest } from '#product/issues/resolve-dialog-state.ts'
import { hasPermission } from '#product/session/permissions.ts'
import { mergeDialog } from '#product/issues/merge-dialog-state.ts'
import { Button, IconButton, type ButtonKind } from '#ui/base/button.tsx'
import { Avatar } from '#ui/data/avatar.tsx'
import { Kbd } from '#ui/base/kbd.tsx'
import type { IssueChanges } from './issue-changes.ts'
import { PriorityMark } from './priority-mark.tsx'
import { ShareButton } from './sharing/share-button.tsx'

interface Props {
  readonly issue: IssueDetail
  readonly changes: IssueChanges
  readonly onAssign: () => void
  readonly onCopyLink: () => void
  readonly onCopyBrief: () => void
}

export function IssueActionsBar({ issue, changes, onAssign, onCopyLink, onCopyBrief }: Props) {
  const { t } = useLingui()
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <IconButton icon="connect" label={t`Copy link`} onClick={onCopyLink} />
      <ShareButton issueId={issue.id} />
      <KeyButton keys="c" kind="quiet" onClick={onCopyBrief}>{t`Copy as Markdown`}</KeyButton>
      {hasPermission('event:write') && <Changes issue={issue} changes={changes} onAssign={onAssign} />}
    </div>
  )
}

/** What is offered only to those whose role lets them change issues. */
function Changes({ issue, changes, onAssign }: Pick<Props, 'issue' | 'changes' | 'onAssign'>) {
  const { t } = useLingui()
  const { status } = issue
  const ask = (kind: ResolveRequest['kind']) => () =>
    resolveDialog.setState(() => ({ kind, issues: [issue] }))
  return (
    <>
      <KeyButton
        keys="m"
        kind="quiet"
        onClick={() => mergeDialog.setState(() => ({ issues: [issue] }))}
      >{t`Merge…`}</KeyButton>
      <PriorityButton issue={issue} />
      <AssignButton issue={issue} onAssign={onAssign} />
      {status === 'unresolved' && (
        <span className="flex">
          <KeyButton keys="h" onClick={() => changes.setStatus('ignored')}>{t`Ignore`}</KeyButton>
          <More keys="Shift+H" label={t`Ignore until…`} onClick={ask('ignore')} />
        </span>
      )}
      {status !== 'resolved' && (
        <span className="flex">
          <KeyButton
            keys="e"
            kind={status === 'unresolved' ? 'primary' : 'plain'}
            onClick={() => changes.setStatus('resolved')}
          >{t`Resolve`}</KeyButton>
          <More keys="Shift+R" label={t`Resolve in a release or by a commit…`} onClick={ask('resolve')} />
        </span>
      )}
      {status !== 'unresolved' && (
        <KeyButton keys={status === 'resolved' ? 'e' : 'h'} onClick={() => changes.setStatus('unresolved')}>
          {t`Reopen`}
        </KeyButton>
      )}
    </>
  )
}

interface MoreProps {
  readonly keys: string
  readonly label: string
  readonly onClick: () => void
}

function More({ keys, label, onClick }: MoreProps) {
  return (
    <IconButton icon="down" label={label} aria-haspopup="dialog" aria-keyshortcuts={keys} onClick={onClick} />
  )
}

function PriorityButton({ issue }: Pick<Props, 'issue'>) {
  const { t } = useLingui()
  const word = { high: t`High`, medium: t`Medium`, low: t`Low` }[issue.priority]
  return (
    <KeyButton
      keys="p"
      kind="quiet"
      onClick={() => resolveDialog.setState(() => ({ kind: 'priority', issues: [issue] }))}
    >
      <span className="sr-only">{t`Priority`}</span>
      <PriorityMark priority={issue.priority} />
      {word}
    </KeyButton>
  )
}

interface KeyButtonProps {
  readonly keys: string
  readonly kind?: ButtonKind
  readonly onClick: () => void
  readonly children: ReactNode
}

/** The key is visible only; screen readers get it as a shortcut, not as part of the name. */
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

function AssignButton({ issue, onAssign }: Pick<Props, 'issue' | 'onAssign'>) {
  const { t } = useLingui()
  const owner = issue.assignee ?? issue.assigneeTeam
  const name = owner?.name || (issue.assignee?.email ?? '')
  return (
    <KeyButton keys="a" onClick={onAssign}>
      {owner === null ? (
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
