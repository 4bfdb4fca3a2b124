import { msg } from '@lingui/core/macro'
import type { Command } from '../../lib/commands.ts'
import { overlay } from '../../lib/overlay.ts'
import { extended, moved, toggled } from './triage.ts'
import type { TriageActions } from './triage-actions.ts'
import { shownIds, triage } from './triage-store.ts'

export interface StreamMoves {
  readonly open: (issue: string) => void
  readonly peek: (issue: string | undefined) => void
  readonly focusQuery: () => void
  readonly loadNew: () => void
  readonly newCount: () => number
}

/** Enter and Space belong to the button that has the focus; only without one do they belong to the list. */
function listHasKeys(): boolean {
  const focused = document.activeElement
  if (overlay.get() !== undefined || focused === null || focused === document.body) return true
  return focused.id === 'main' || focused.closest('#issue-list') !== null
}

function move(steps: number): void {
  focusList()
  triage.set(moved(triage.get(), shownIds(), steps))
}

function extend(steps: number): void {
  focusList()
  triage.set(extended(triage.get(), shownIds(), steps))
}

/** A screen reader follows the cursor only while the list has the focus. */
export function focusList(): void {
  const focused = document.activeElement
  if (focused === null || focused === document.body || focused.id === 'main')
    document.getElementById('issue-list')?.focus({ preventScroll: true })
}

const onCursor = () => triage.get().cursor !== undefined
const cursorInList = () => listHasKeys() && onCursor()

export function listCommands({ open, peek, focusQuery, loadNew, newCount }: StreamMoves): readonly Command[] {
  const withCursor = (then: (id: string) => void) => () => {
    const { cursor } = triage.get()
    if (cursor !== undefined) then(cursor)
  }
  const pageOf = () =>
    Math.max(1, Math.floor((document.getElementById('issue-list')?.clientHeight ?? 400) / 60))
  const key = (id: string, title: Command['title'], keys: readonly string[], run: () => void): Command => ({
    id,
    title,
    group: 'list',
    keys,
    listed: false,
    run,
  })
  const inList = { enabled: listHasKeys }
  return [
    key('next', msg`Next issue`, ['j'], () => move(1)),
    key('previous', msg`Previous issue`, ['k'], () => move(-1)),
    { ...key('next-arrow', msg`Next issue`, ['ArrowDown'], () => move(1)), ...inList },
    { ...key('previous-arrow', msg`Previous issue`, ['ArrowUp'], () => move(-1)), ...inList },
    { ...key('page-down', msg`A page down`, ['PageDown'], () => move(pageOf())), ...inList },
    { ...key('page-up', msg`A page up`, ['PageUp'], () => move(-pageOf())), ...inList },
    { ...key('first', msg`First issue`, ['Home'], () => move(-Number.MAX_SAFE_INTEGER)), ...inList },
    { ...key('last', msg`Last loaded issue`, ['End'], () => move(Number.MAX_SAFE_INTEGER)), ...inList },
    {
      id: 'open-issue',
      title: msg`Open the issue`,
      group: 'list',
      keys: ['Enter'],
      enabled: cursorInList,
      run: withCursor(open),
    },
    {
      id: 'peek',
      title: msg`Peek at the issue`,
      group: 'list',
      keys: ['Space'],
      words: 'preview',
      enabled: cursorInList,
      run: withCursor((id) => peek(triage.get().peek === undefined ? id : undefined)),
    },
    {
      id: 'select',
      title: msg`Select the issue`,
      group: 'list',
      keys: ['x'],
      enabled: onCursor,
      run: withCursor((id) => triage.set(toggled(triage.get(), id))),
    },
    key('extend-down', msg`Extend the selection down`, ['Shift+J', 'Shift+ArrowDown'], () => extend(1)),
    key('extend-up', msg`Extend the selection up`, ['Shift+K', 'Shift+ArrowUp'], () => extend(-1)),
    {
      id: 'select-all',
      title: msg`Select all loaded issues`,
      group: 'list',
      keys: ['$mod+a'],
      ...inList,
      run: () => triage.set({ ...triage.get(), selected: new Set(shownIds()) }),
    },
    {
      id: 'leave',
      title: msg`Close the peek, then clear the selection`,
      group: 'list',
      keys: ['Escape'],
      listed: false,
      enabled: () => triage.get().peek !== undefined || triage.get().selected.size > 0,
      run: () => {
        if (triage.get().peek === undefined) triage.set({ ...triage.get(), selected: new Set() })
        else peek(undefined)
      },
    },
    {
      id: 'query',
      title: msg`Edit the query`,
      group: 'list',
      keys: ['/', 'Shift+/'],
      words: 'search filter',
      run: focusQuery,
    },
    {
      id: 'load-new',
      title: msg`Show new issues`,
      group: 'list',
      keys: ['.'],
      words: 'refresh reload arrivals',
      enabled: () => newCount() > 0,
      run: loadNew,
    },
  ]
}

export function issueCommands(actions: TriageActions): readonly Command[] {
  const some = () => actions.targets().length > 0
  return [
    {
      id: 'resolve',
      title: msg`Resolve, or reopen what is resolved`,
      group: 'issue',
      keys: ['e'],
      words: 'resolve done',
      enabled: some,
      run: () => actions.resolveOrReopen(),
    },
    {
      id: 'ignore',
      title: msg`Ignore`,
      group: 'issue',
      keys: ['h'],
      words: 'ignore archive mute hide',
      enabled: some,
      run: () => actions.ignore(),
    },
    {
      id: 'reopen',
      title: msg`Reopen`,
      group: 'issue',
      keys: ['u'],
      words: 'reopen unresolve',
      enabled: some,
      run: () => actions.reopen(),
    },
    {
      id: 'assign',
      title: msg`Assign…`,
      group: 'issue',
      keys: ['a'],
      enabled: some,
      run: () => actions.pickAssignee(),
    },
    {
      id: 'assign-me',
      title: msg`Assign to me`,
      group: 'issue',
      keys: ['i'],
      words: 'take mine',
      enabled: some,
      run: () => actions.assignMe(),
    },
    {
      id: 'copy-link',
      title: msg`Copy the link to the issue`,
      group: 'issue',
      keys: ['c'],
      enabled: onCursor,
      run: () => void actions.copyLink(),
    },
  ]
}
