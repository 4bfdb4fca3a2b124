import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import { msg } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { useCommands, type Command } from '#lib/commands/commands.ts'
import { hasPermission } from '#product/session/permissions.ts'
import { QUERY_INPUT } from '#product/search/query-bar/query-bar.tsx'
import { mergeDialog } from '#product/issues/merge-dialog-state.ts'
import { hasMappedFrames } from './stack/components.ts'
import type { IssueChanges } from './issue-changes.ts'
import { neighboursOf } from './adjacent-issues.ts'
import { hasSection, jumpTo, SECTION_IDS, SECTION_TITLES } from './sections.ts'
import type { ShownEvent } from './shown-event.ts'
import { useBuiltCode } from './stack/stack-code.ts'

interface Given {
  readonly issue: IssueDetail
  readonly changes: IssueChanges
  readonly shown: ShownEvent
  /** Opens the assignee picker. */
  readonly assign: () => void
  readonly copyBrief: () => void
  readonly copyLink: () => void
}

/** Everything the page can do, for the keyboard, the palette and the help sheet. */
export function useIssueCommands(given: Given): void {
  useCommands([
    ...triage(given).map(ifAllowed),
    ...steps(given.shown),
    ...SECTION_IDS.map((id, index): Command => ({
      id: `section-${id}`,
      title: SECTION_TITLES[id],
      group: 'event',
      keys: [String(index + 1)],
      words: `section ${id}`,
      enabled: () => given.shown.event !== undefined && hasSection(id, given.shown.event),
      run: () => jumpTo(id),
    })),
    useBuiltCommand(given.shown),
    ...useIssueSteps(given.issue),
  ])
}

/** Copying changes nothing; everything else here does. */
function ifAllowed(command: Command): Command {
  if (command.id.startsWith('copy')) return command
  return Object.assign(command, { enabled: () => hasPermission('event:write') })
}

function triage({ issue, changes, assign, copyBrief, copyLink }: Given): readonly Command[] {
  const { status } = issue
  return [
    {
      id: 'resolve',
      title: msg`Resolve or reopen`,
      group: 'issue',
      keys: ['e'],
      words: 'resolve done fix reopen unresolve',
      run: () => changes.setStatus(status === 'resolved' ? 'unresolved' : 'resolved'),
    },
    {
      id: 'ignore',
      title: msg`Ignore or reopen`,
      group: 'issue',
      keys: ['h'],
      words: 'ignore archive mute hide reopen',
      run: () => changes.setStatus(status === 'ignored' ? 'unresolved' : 'ignored'),
    },
    {
      id: 'assign',
      title: msg`Assign`,
      group: 'issue',
      keys: ['a'],
      words: 'assign owner',
      run: assign,
    },
    {
      id: 'assign-me',
      title: msg`Assign to me`,
      group: 'issue',
      keys: ['i'],
      words: 'assign me mine take',
      run: changes.assignMe,
    },
    {
      id: 'copy-brief',
      title: msg`Copy issue as Markdown`,
      group: 'issue',
      keys: ['c'],
      words: 'copy brief markdown report',
      run: copyBrief,
    },
    {
      id: 'merge',
      title: msg`Merge…`,
      group: 'issue',
      keys: ['m'],
      words: 'merge same duplicate join',
      run: () => mergeDialog.setState(() => ({ issues: [issue] })),
    },
    { id: 'copy-link', title: msg`Copy link`, group: 'issue', words: 'copy link address url', run: copyLink },
  ]
}

/** The brackets need a third key on many keyboards, so the arrows do the same. */
function steps({ older, newer, newerArrived, go, showLatest }: ShownEvent): readonly Command[] {
  return [
    {
      id: 'event-older',
      title: msg`Older event`,
      group: 'event',
      keys: ['[', 'Shift+ArrowLeft'],
      enabled: () => older !== null,
      run: () => go(older!),
    },
    {
      id: 'event-newer',
      title: msg`Newer event`,
      group: 'event',
      keys: [']', 'Shift+ArrowRight'],
      enabled: () => newer !== null,
      run: () => go(newer!),
    },
    {
      id: 'event-oldest',
      title: msg`Oldest event`,
      group: 'event',
      keys: ['Shift+{', 'Shift+Home'],
      words: 'first',
      enabled: () => older !== null,
      run: () => go('oldest'),
    },
    {
      id: 'event-latest',
      title: msg`Latest event`,
      group: 'event',
      keys: ['Shift+}', 'Shift+End'],
      words: 'last newest',
      enabled: () => newer !== null,
      run: () => go('latest'),
    },
    {
      id: 'event-search',
      title: msg`Search the events of this issue`,
      group: 'event',
      keys: ['/', 'Shift+/'],
      words: 'query filter find',
      run: () => document.getElementById(QUERY_INPUT)?.focus(),
    },
    {
      id: 'load-new',
      title: msg`Show latest event`,
      group: 'event',
      keys: ['.'],
      enabled: () => newerArrived,
      run: showLatest,
    },
  ]
}

function useBuiltCommand({ event }: ShownEvent): Command {
  const [built, setBuilt] = useBuiltCode()
  return {
    id: 'built-code',
    title: msg`Switch between built and original code`,
    group: 'event',
    keys: ['b'],
    words: 'source map original minified built raw stack',
    enabled: () => event !== undefined && hasMappedFrames(event),
    run: () => setBuilt(!built),
  }
}

function useIssueSteps({ id, project }: IssueDetail): readonly Command[] {
  const navigate = useNavigate()
  const go = (issue: string | undefined) => {
    if (issue !== undefined) void navigate({ to: '/issues/$issue', params: { issue } })
  }
  return [
    {
      id: 'issue-next',
      title: msg`Next issue in the list`,
      group: 'issue',
      keys: ['j'],
      enabled: () => neighboursOf(id).next !== undefined,
      run: () => go(neighboursOf(id).next),
    },
    {
      id: 'issue-previous',
      title: msg`Previous issue in the list`,
      group: 'issue',
      keys: ['k'],
      enabled: () => neighboursOf(id).previous !== undefined,
      run: () => go(neighboursOf(id).previous),
    },
    {
      id: 'back-to-list',
      title: msg`Back to the list`,
      group: 'issue',
      keys: ['u'],
      words: 'up list issues',
      run: () => void navigate({ to: '/projects/$project/issues', params: { project } }),
    },
  ]
}
