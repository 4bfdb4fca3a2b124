/** Where the reader is in the list and what was picked: kept outside React, so that a key press touches two rows. */
export interface Triage {
  readonly cursor: string | undefined
  readonly selected: ReadonlySet<string>
  /** Where a range began. */
  readonly anchor: string | undefined
  /** The issue in the panel at the side; it follows the cursor while the panel is open. */
  readonly peek: string | undefined
}

export const NOTHING: Triage = { cursor: undefined, selected: new Set(), anchor: undefined, peek: undefined }

export function at(triage: Triage, cursor: string | undefined): Triage {
  return { ...triage, cursor, peek: triage.peek === undefined ? undefined : cursor }
}

/** One row up or down, or as far as the list goes. Without a cursor the first step lands on the first row. */
export function moved(triage: Triage, ids: readonly string[], steps: number): Triage {
  if (ids.length === 0) return triage
  const from = triage.cursor === undefined ? -1 : ids.indexOf(triage.cursor)
  const to = from === -1 ? 0 : Math.min(ids.length - 1, Math.max(0, from + steps))
  return at({ ...triage, anchor: undefined }, ids[to])
}

export function toggled(triage: Triage, id: string): Triage {
  const selected = new Set(triage.selected)
  if (!selected.delete(id)) selected.add(id)
  return { ...triage, selected, anchor: id }
}

/** The cursor takes its selection along; what was picked before the range began stays. */
export function extended(triage: Triage, ids: readonly string[], steps: number): Triage {
  const anchor = triage.anchor ?? triage.cursor ?? ids[0]
  if (anchor === undefined) return triage
  const next = moved(triage, ids, steps)
  return { ...ranged({ ...next, anchor }, ids, triage.cursor), anchor }
}

/** Selects everything between the anchor and the cursor, and deselects the rest of an earlier range. */
export function ranged(triage: Triage, ids: readonly string[], former: string | undefined): Triage {
  const from = ids.indexOf(triage.anchor ?? '')
  const to = ids.indexOf(triage.cursor ?? '')
  if (from === -1 || to === -1) return triage
  const selected = new Set(triage.selected)
  for (const id of between(ids, from, ids.indexOf(former ?? ''))) selected.delete(id)
  for (const id of between(ids, from, to)) selected.add(id)
  return { ...triage, selected }
}

function between(ids: readonly string[], one: number, other: number): readonly string[] {
  if (one === -1 || other === -1) return []
  return ids.slice(Math.min(one, other), Math.max(one, other) + 1)
}

/** What a command works on: the selection, in the order of the list, or else the row of the cursor. */
export function targetsOf({ selected, cursor }: Triage, ids: readonly string[]): readonly string[] {
  if (selected.size > 0) return ids.filter((id) => selected.has(id))
  return cursor !== undefined && ids.includes(cursor) ? [cursor] : []
}

/**
 * After rows came or went: the cursor keeps its issue, and where that is gone its place, so that the next key works on
 * the issue that followed. What left the list is no longer selected.
 */
export function settled(triage: Triage, before: readonly string[], ids: readonly string[]): Triage {
  const known = new Set(ids)
  const selected = [...triage.selected].every((id) => known.has(id))
    ? triage.selected
    : new Set([...triage.selected].filter((id) => known.has(id)))
  const kept = { ...triage, selected }
  if (triage.cursor !== undefined && known.has(triage.cursor)) return kept
  const place = before.indexOf(triage.cursor ?? '')
  const followed = place === -1 ? ids[0] : before.slice(place).find((id) => known.has(id))
  const cursor = followed ?? ids.at(-1)
  // A panel opened by a link may show an issue that this list does not hold.
  return triage.peek === triage.cursor && cursor !== undefined ? at(kept, cursor) : { ...kept, cursor }
}
