import type { DatabaseSync } from 'node:sqlite'

import { FROM_ANOTHER_SPOOL, type StoredEvent } from '#stores/telemetry/events.ts'
import { openEvents, parseEventLine, type OpenEvents } from './event-block.ts'
import { createSummaryReader, inBlock, type ReadSummaries } from './summary-reader.ts'
import { parseDecimalId, parseEventId } from '#stores/telemetry/sql/identifiers.ts'

export interface VaultReader {
  watermark(spoolId: string): number
  known(projectId: string, eventIds: readonly string[], spoolId: string): ReadonlyMap<string, number>
  get(projectId: string, eventId: string): StoredEvent | undefined
  readonly summaries: ReadSummaries
}

export function createVaultReader(db: DatabaseSync): VaultReader {
  const position = db.prepare('select position from watermarks where spool_id = ?')
  const originOf = db.prepare('select position, spool from event_ids where project_id = ? and event_id = ?')
  const spoolNumber = db.prepare('select spool from watermarks where spool_id = ?')
  const blockOf = db.prepare(`
    select ids, data from event_ids join event_blocks using (block_id)
    where event_ids.project_id = ? and event_id = ?`)
  const open = rememberLatest(openEvents)

  return {
    watermark: (spoolId) => Number(position.get(spoolId)?.['position'] ?? 0),

    known(projectId, eventIds, spoolId) {
      const found = new Map<string, number>()
      const project = parseDecimalId(projectId)
      if (project === undefined) return found
      const spool = spoolNumber.get(spoolId)?.['spool']
      for (const eventId of eventIds) {
        const id = parseEventId(eventId)
        const row = id && originOf.get(project, id)
        if (row) found.set(eventId, row['spool'] === spool ? Number(row['position']) : FROM_ANOTHER_SPOOL)
      }
      return found
    },

    get(projectId, eventId) {
      const project = parseDecimalId(projectId)
      const id = parseEventId(eventId)
      if (project === undefined || id === undefined) return undefined
      const block = blockOf.get(project, id)
      return (
        block &&
        inBlock(block, id, (data, index) => {
          const line = open(data).lineAt(index)
          return line === undefined ? undefined : parseEventLine(line)
        })
      )
    },
    summaries: createSummaryReader(db),
  }
}

/** Those of one batch lie in so many blocks or fewer, where it is not among the largest. */
const OPEN_BLOCKS = 8
/** Compact blocks are four times as large. */
const OPEN_BYTES = 8 * 1024 * 1024

/** Events that are read one after the other often lie in the same blocks; comparing bytes costs less than opening them. */
function rememberLatest(open: typeof openEvents): typeof openEvents {
  const latest: Array<{ readonly data: Uint8Array; readonly events: OpenEvents }> = []
  return (data) => {
    const at = latest.findIndex((block) => Buffer.compare(block.data, data) === 0)
    const [block = { data, events: open(data) }] = at === -1 ? [] : latest.splice(at, 1)
    latest.unshift(block)
    const bytes = () => latest.reduce((sum, { events }) => sum + events.bytes, 0)
    while (latest.length > OPEN_BLOCKS || (latest.length > 1 && bytes() > OPEN_BYTES)) latest.pop()
    return block.events
  }
}
