import { useLayoutEffect } from 'react'
import { createStore } from '@tanstack/react-store'
import { at, NOTHING, settled } from './triage.ts'

/** Only one list is visible at a time, so its cursor is kept when returning to it. */
export const triage = createStore(NOTHING)

/** The row under the pointer: only it carries buttons. */
export const hovered = createStore<string | undefined>(undefined)

interface Place {
  readonly list: string
  readonly ids: readonly string[]
  readonly offset: number
}

let place: Place = { list: '', ids: [], offset: 0 }

/** The rows on the screen, in their order. */
export function shownIds(): readonly string[] {
  return place.ids
}

export function offsetOf(list: string): number {
  return place.list === list ? place.offset : 0
}

export function rememberOffset(offset: number): void {
  place = { ...place, offset }
}

/** Holds cursor and selection to the rows there are; another list begins at its top. */
export function useRowsOfTriage(list: string, ids: readonly string[], peek: string | undefined): void {
  useLayoutEffect(() => {
    if (place.list !== list) {
      place = { list, ids: [], offset: 0 }
      triage.setState(() => ({ ...NOTHING, peek, cursor: triage.get().cursor }))
    }
    const before = place.ids
    place = { ...place, ids }
    triage.setState(() => settled(triage.get(), before, ids))
  }, [list, ids, peek])
  useLayoutEffect(() => {
    const now = triage.get()
    if (now.peek === peek) return
    triage.setState(() =>
      peek !== undefined && shownIds().includes(peek) ? at({ ...now, peek }, peek) : { ...now, peek },
    )
  }, [peek])
}
