import type { EventPosition } from '#domain/events/event-position.ts'

import type { Bindings } from './dialect.ts'

/** `compareEventPositions` in SQL. By receipt first, because rows lie in that order and the rest is read for ties only. */
export const OLDEST_FIRST = 'received_at, spool_id, seq'
/** As one value, for aggregates. */
export const POSITION = `(${OLDEST_FIRST})`
export const NEWEST_FIRST = 'received_at desc, spool_id desc, seq desc'

/** Rows that stand before the position or after it, the position itself excluded. */
export function beyond(sign: '<' | '>', position: EventPosition, bind: Bindings): string {
  const receivedAt = bind.integer(position.receivedAt)
  const spoolId = bind.text(position.spoolId)
  const seq = bind.integer(position.seq)
  // The first bound says nothing new, but it alone can be held against zone maps.
  return `received_at ${sign}= ${receivedAt} and (received_at ${sign} ${receivedAt}
    or spool_id ${sign} ${spoolId} or (spool_id = ${spoolId} and seq ${sign} ${seq}))`
}
