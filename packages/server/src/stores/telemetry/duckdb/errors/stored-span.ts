import type { DuckDBConnection } from '@duckdb/node-api'

import type { ColumnsRows } from '#stores/telemetry/duckdb/kind.ts'

/** When the oldest and the newest stored event was received, and how many there are, of all projects together. */
export interface StoredSpan {
  readonly low: number
  readonly high: number
  readonly events: number
}

/**
 * The span in memory: to ask for it takes as long as to look for an event. It may be wider than what is stored, never
 * narrower, or events at its ends would not be found.
 */
export interface KnownSpan {
  /** Undefined: nothing is stored. */
  readonly now: () => StoredSpan | undefined
  /** Before the events can be read, and also where writing them fails afterwards. */
  readonly widen: (events: ColumnsRows['events']) => void
  /** After events were deleted; no other write may run. */
  readonly reload: () => Promise<void>
}

export async function readStoredSpan(writer: DuckDBConnection): Promise<KnownSpan> {
  let span: StoredSpan | undefined
  const reload = async () => {
    const result = await writer.run('select min(received_at), max(received_at), count(*) from events')
    const [[low, high, events] = []] = await result.getRowsJS()
    span = low == null ? undefined : { low: Number(low), high: Number(high), events: Number(events) }
  }
  await reload()
  return {
    now: () => span,
    widen(events) {
      let { low, high } = span ?? { low: Infinity, high: -Infinity }
      for (const { receivedAt } of events) {
        low = Math.min(low, receivedAt)
        high = Math.max(high, receivedAt)
      }
      const count = (span?.events ?? 0) + events.length
      if (count > 0) span = { low, high, events: count }
    },
    reload,
  }
}
