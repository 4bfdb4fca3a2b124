import type { DatabaseSync } from 'node:sqlite'

import { FROM_ANOTHER_SPOOL, type StoredEvent } from '#stores/telemetry/events.ts'
import { decodeEventLines, parseEventLine, wholeLine, lineBytes, type EventLine } from './event-block.ts'
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
  const linesOf = rememberLatest(decodeEventLines)

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
          const line = linesOf(data)[index]
          return line === undefined ? undefined : parseEventLine(wholeLine(line))
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
function rememberLatest(decode: typeof decodeEventLines): typeof decodeEventLines {
  const latest: OpenBlock[] = []
  return (data) => {
    const at = latest.findIndex((block) => Buffer.compare(block.data, data) === 0)
    const [block = openBlock(data, decode(data))] = at === -1 ? [] : latest.splice(at, 1)
    latest.unshift(block)
    const bytes = () => latest.reduce((sum, one) => sum + one.bytes, 0)
    while (latest.length > OPEN_BLOCKS || (latest.length > 1 && bytes() > OPEN_BYTES)) latest.pop()
    return block.lines
  }
}

interface OpenBlock {
  readonly data: Uint8Array
  readonly lines: readonly EventLine[]
  readonly bytes: number
}

function openBlock(data: Uint8Array, lines: readonly EventLine[]): OpenBlock {
  return { data, lines, bytes: lines.reduce((sum, line) => sum + lineBytes(line), 0) }
}
