import { msg } from '@lingui/core/macro'
import { useCommands, type Command } from '#lib/commands/commands.ts'
import { resolveDialog, subject, type ResolveRequest } from '#product/issues/resolve-dialog-state.ts'
import { changeIssues } from '#product/issues/issue-actions.ts'
import { hasPermission } from '#product/session/permissions.ts'
import { choicesFor, doneWords } from './choices.ts'

const some = () => hasPermission('event:write') && subject.get().issues().length > 0

function ask(kind: ResolveRequest['kind']): () => void {
  return () => resolveDialog.setState(() => ({ kind, issues: subject.get().issues() }))
}

function resolveInNext(): void {
  const issues = subject.get().issues()
  const next = choicesFor({ kind: 'resolve', text: '', releases: [], now: Date.now() })[1]!
  void changeIssues(
    issues.map(({ id }) => id),
    next.change,
    doneWords(issues, next),
  )
}

const COMMANDS: readonly Command[] = [
  {
    id: 'resolve-next',
    title: msg`Resolve in the next release`,
    group: 'issue',
    keys: ['Shift+E'],
    words: 'resolve next release fixed',
    enabled: some,
    run: resolveInNext,
  },
  {
    id: 'resolve-in',
    title: msg`Resolve in a release or by a commit…`,
    group: 'issue',
    keys: ['Shift+R'],
    words: 'resolve release version commit fixed',
    enabled: some,
    run: ask('resolve'),
  },
  {
    id: 'ignore-until',
    title: msg`Ignore until…`,
    group: 'issue',
    keys: ['Shift+H'],
    words: 'ignore snooze archive until mute escalating',
    enabled: some,
    run: ask('ignore'),
  },
  {
    id: 'priority',
    title: msg`Priority…`,
    group: 'issue',
    keys: ['p'],
    words: 'priority urgent high low',
    enabled: some,
    run: ask('priority'),
  },
]

/** Decisions are the same in a list and on a page, and neither carries them along. */
export function ResolveCommands() {
  useCommands(COMMANDS)
  return null
}
