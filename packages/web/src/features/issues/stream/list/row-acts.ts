import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import type { MouseEvent } from 'react'
import type { StreamMoves } from '#features/issues/stream/stream-moves.ts'
import type { TriageActions } from '#features/issues/stream/triage/triage-actions.ts'
import { at, ranged, toggled } from '#features/issues/stream/triage/triage.ts'
import { shownIds, triage } from '#features/issues/stream/triage/triage-store.ts'

interface Means {
  readonly rows: readonly IssueSummary[]
  readonly actions: TriageActions
  readonly moves: StreamMoves
}

/** What a click on a row means, by the part that was hit. */
export function actOn(act: string, id: string, event: MouseEvent, { rows, actions, moves }: Means): void {
  const one = rows.filter((row) => row.id === id)
  if (act === 'select') select(id, event.shiftKey)
  else if (act === 'resolve') actions.resolve(one)
  else if (act === 'ignore') actions.ignore(one)
  else if (act === 'reopen') actions.reopen(one)
  else if (act === 'assign') actions.pickAssignee(one)
  else if (act === 'peek') moves.peek(triage.get().peek === id ? undefined : id)
  else openOrFollow(act, id, event, moves)
}

/** The link opens, and so does the row, except while the panel shows what is clicked. */
function openOrFollow(act: string, id: string, event: MouseEvent, moves: StreamMoves): void {
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  if (act === 'open' && elsewhere) return
  event.preventDefault()
  triage.setState(() => at(triage.get(), id))
  if (act === 'row' && elsewhere) select(id, event.shiftKey)
  else if (act === 'open' || triage.get().peek === undefined) moves.open(id)
}

function select(id: string, range: boolean): void {
  const now = triage.get()
  const next = { ...now, cursor: id }
  triage.setState(() =>
    range && now.anchor !== undefined ? ranged(next, shownIds(), undefined) : at(toggled(now, id), id),
  )
}
