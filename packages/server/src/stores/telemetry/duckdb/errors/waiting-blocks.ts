import type { DatabaseSync } from 'node:sqlite'

import { receiptsOf } from '#stores/telemetry/duckdb/block-size.ts'
import type { EventLine } from '#stores/telemetry/duckdb/event-block.ts'
import { inTransaction } from '#stores/telemetry/duckdb/vault-file.ts'
import { EVENT_ID_BYTES } from '#stores/telemetry/sql/identifiers.ts'

/** What is taken at once: ordinary events take 2 MB in their blocks and 20 in memory, for a moment. */
const MOST_ITEMS = 2048
const MOST_BYTES = 8 * 1024 * 1024
const MOST_BLOCKS = 512
/** Blocks hold no more than one, so that few lie on the border when old events expire. */
const HOUR_MS = 60 * 60 * 1000

interface Hour {
  readonly project: number
  readonly end: number
}

export interface StoredBlock {
  readonly blockId: number
  readonly ids: Uint8Array
  readonly data: Uint8Array
}

/** Of a block, and where it is. */
export interface StoredLine {
  readonly id: Uint8Array
  readonly blockId: number
  readonly line: EventLine
  readonly fingerprint: string
  readonly receivedAt: number
}

export interface CompactBlock {
  readonly lines: readonly StoredLine[]
  readonly data: Uint8Array
}

/** Answers the oldest hour of the next project that has one which was over at the moment. */
function createHours(db: DatabaseSync): (until: number) => Hour | undefined {
  const oldest = db.prepare(`
    select project_id, first_received_at from event_blocks
    where is_compact = 0 and project_id > ? order by project_id, first_received_at limit 1`)
  /** They take turns: one that gets more than can be compacted must not keep the others waiting. */
  let latest = -1

  function hourBehind(after: number, until: number): Hour | undefined {
    for (let project = after; ;) {
      const row = oldest.get(project)
      if (row === undefined) return undefined
      project = Number(row['project_id'])
      const end = Number(row['first_received_at']) + HOUR_MS
      if (end <= until) return { project, end }
    }
  }

  return (until) => {
    const hour = hourBehind(latest, until) ?? hourBehind(-1, until)
    if (hour !== undefined) latest = hour.project
    return hour
  }
}

/** The blocks that were written with their batch, by the hours of each project. */
export function createWaitingBlocks(db: DatabaseSync, nextBlockId: () => number) {
  const waiting = db.prepare(`
    select block_id, ids, data from event_blocks
    where is_compact = 0 and project_id = ? and first_received_at < ?
    order by first_received_at limit ${MOST_BLOCKS}`)
  const read = db.prepare('select ids, data from event_blocks where block_id = ? and is_compact = 0')
  const leave = db.prepare('update event_blocks set is_compact = 1 where block_id = ?')
  const remove = db.prepare('delete from event_blocks where block_id = ?')
  const insert = db.prepare('insert into event_blocks values (?, ?, ?, ?, ?, ?, ?, 1)')
  const place = db.prepare(
    'update event_ids set block_id = ? where project_id = ? and event_id = ? and block_id = ?',
  )

  function isUnchanged({ blockId, ids, data }: StoredBlock): boolean {
    const now = read.get(blockId)
    return now !== undefined && isSame(now['ids'], ids) && isSame(now['data'], data)
  }

  return {
    nextHour: createHours(db),

    take(project: number, end: number): readonly StoredBlock[] {
      const taken: StoredBlock[] = []
      let items = 0
      let bytes = 0
      for (const row of waiting.iterate(project, end)) {
        const [ids, data] = [row['ids'] as Uint8Array, row['data'] as Uint8Array]
        items += ids.length / EVENT_ID_BYTES
        bytes += data.length
        if (taken.length > 0 && (items > MOST_ITEMS || bytes > MOST_BYTES)) break
        taken.push({ blockId: Number(row['block_id']), ids, data })
      }
      return taken
    },

    /** It stays as it is for good. */
    leave: ({ blockId }: StoredBlock) => void leave.run(blockId),

    /** Only if all of them are still what they were. */
    replace(project: number, before: readonly StoredBlock[], after: readonly CompactBlock[]): void {
      if (!before.every(isUnchanged)) return
      inTransaction(db, () => {
        for (const { blockId } of before) remove.run(blockId)
        for (const { lines, data } of after) {
          const blockId = nextBlockId()
          const ids = Buffer.concat(lines.map(({ id }) => id))
          insert.run(blockId, project, ...receiptsOf(lines), lines.length, ids, data)
          for (const line of lines) place.run(blockId, project, line.id, line.blockId)
        }
      })
    },
  }
}

const isSame = (now: unknown, before: Uint8Array): boolean =>
  now instanceof Uint8Array && Buffer.compare(now, before) === 0
