import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { Command } from '#lib/commands/commands.ts'
import { overlay } from '#lib/commands/overlay.ts'
import { extended, moved } from '#features/issues/stream/triage/triage.ts'
import { shownIds, triage } from '#features/issues/stream/triage/triage-store.ts'

const LIST = 'issue-list'
const ROW_PX = 60
const ALL = Number.MAX_SAFE_INTEGER

/** Enter, Space and arrows belong to the control that has the focus; only without one do they belong to the list. */
export function listHasKeys(): boolean {
  const focused = document.activeElement
  if (overlay.get() !== undefined || focused === null || focused === document.body) return true
  return focused.id === 'main' || focused.closest(`#${LIST}`) !== null
}

/** A screen reader follows the cursor only while the list has the focus. */
function focusList(): void {
  const focused = document.activeElement
  if (focused === null || focused === document.body || focused.id === 'main')
    document.getElementById(LIST)?.focus({ preventScroll: true })
}

function move(steps: number): void {
  focusList()
  triage.setState(() => moved(triage.get(), shownIds(), steps))
}

function extend(steps: number): void {
  focusList()
  triage.setState(() => extended(triage.get(), shownIds(), steps))
}

function rowsPerPage(): number {
  return Math.max(1, Math.floor((document.getElementById(LIST)?.clientHeight ?? 0) / ROW_PX))
}

/** Moving the cursor: keys only, the palette has no use for them. */
export function cursorCommands(): readonly Command[] {
  const key = (id: string, title: MessageDescriptor, keys: readonly string[], run: () => void): Command => ({
    id,
    title,
    group: 'list',
    keys,
    listed: false,
    run,
  })
  const inList = (command: Command): Command => ({ ...command, enabled: listHasKeys })
  return [
    key('next', msg`Next issue`, ['j'], () => move(1)),
    key('previous', msg`Previous issue`, ['k'], () => move(-1)),
    inList(key('next-arrow', msg`Next issue`, ['ArrowDown'], () => move(1))),
    inList(key('previous-arrow', msg`Previous issue`, ['ArrowUp'], () => move(-1))),
    inList(key('page-down', msg`Page down`, ['PageDown'], () => move(rowsPerPage()))),
    inList(key('page-up', msg`Page up`, ['PageUp'], () => move(-rowsPerPage()))),
    inList(key('first', msg`First issue`, ['Home'], () => move(-ALL))),
    inList(key('last', msg`Last issue`, ['End'], () => move(ALL))),
    key('extend-down', msg`Extend selection down`, ['Shift+J', 'Shift+ArrowDown'], () => extend(1)),
    key('extend-up', msg`Extend selection up`, ['Shift+K', 'Shift+ArrowUp'], () => extend(-1)),
  ]
}
