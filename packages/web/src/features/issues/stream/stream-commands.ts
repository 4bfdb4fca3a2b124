import { msg } from '@lingui/core/macro'
import type { Command } from '#lib/commands/commands.ts'
import { listHasKeys } from './list/list-keys.ts'
import { toggled } from './triage/triage.ts'
import { shownIds, triage } from './triage/triage-store.ts'

export interface ListMoves {
  readonly open: (issue: string) => void
  readonly peek: (issue: string | undefined) => void
  readonly focusQuery: () => void
  readonly loadNew: () => void
  readonly newCount: () => number
}

const onCursor = () => triage.get().cursor !== undefined
const cursorInList = () => listHasKeys() && onCursor()

function withCursor(then: (id: string) => void): () => void {
  return () => {
    const { cursor } = triage.get()
    if (cursor !== undefined) then(cursor)
  }
}

/** One layer after the other: first the panel, then what is selected. */
function leave(peek: ListMoves['peek']): void {
  if (triage.get().peek === undefined) triage.setState(() => ({ ...triage.get(), selected: new Set() }))
  else peek(undefined)
}

const SELECTING: readonly Command[] = [
  {
    id: 'select',
    title: msg`Select issue`,
    group: 'list',
    keys: ['x'],
    enabled: onCursor,
    run: withCursor((id) => triage.setState(() => toggled(triage.get(), id))),
  },
  {
    id: 'select-all',
    title: msg`Select all loaded issues`,
    group: 'list',
    keys: ['$mod+a'],
    enabled: listHasKeys,
    run: () => triage.setState(() => ({ ...triage.get(), selected: new Set(shownIds()) })),
  },
]

export function listCommands({ open, peek, focusQuery, loadNew, newCount }: ListMoves): readonly Command[] {
  return [
    {
      id: 'open-issue',
      title: msg`Open issue`,
      group: 'list',
      keys: ['Enter'],
      enabled: cursorInList,
      run: withCursor(open),
    },
    {
      id: 'peek',
      title: msg`Peek at issue`,
      group: 'list',
      keys: ['Space'],
      words: 'preview',
      enabled: cursorInList,
      run: withCursor((id) => peek(triage.get().peek === undefined ? id : undefined)),
    },
    ...SELECTING,
    {
      id: 'leave',
      title: msg`Close peek, then clear selection`,
      group: 'list',
      keys: ['Escape'],
      listed: false,
      enabled: () => triage.get().peek !== undefined || triage.get().selected.size > 0,
      run: () => leave(peek),
    },
    {
      id: 'query',
      title: msg`Edit query`,
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
