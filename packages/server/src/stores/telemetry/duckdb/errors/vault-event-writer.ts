import type { DatabaseSync } from 'node:sqlite'

import type { AppendedEvent } from '#stores/telemetry/telemetry.ts'
import {
  encodeEventLines,
  eventLine,
  lineBytes,
  type EventLine,
  type SpooledEvent,
} from '#stores/telemetry/duckdb/event-block.ts'
import { BLOCK_ITEMS, EVENT_BLOCK_BYTES, receiptsOf } from '#stores/telemetry/duckdb/block-size.ts'
import { requireDecimalId, requireEventId } from '#stores/telemetry/sql/identifiers.ts'
import { createIdentifierWriter } from './vault-identifiers.ts'
import type { NumberedEvent } from '#stores/telemetry/sql/errors/numbered-event.ts'

/** Never the same twice while the vault is open, also where the block with the last one is gone. */
export function createBlockIds(db: DatabaseSync): () => number {
  const row = db.prepare('select coalesce(max(block_id), 0) as last from event_blocks').get()
  let last = Number(row?.['last'])
  return () => ++last
}

interface OpenBlock {
  readonly blockId: number
  readonly rows: SpooledEvent[]
  readonly lines: EventLine[]
  readonly ids: Buffer[]
  bytes: number
}

export interface WrittenSpool {
  readonly id: string
  /** What stands for it beside each event id. */
  readonly number: number
  /** The largest number that any event has. */
  readonly lastSeq: number
}

/**
 * Writes the events whose ids are new, inside the caller's transaction, and answers them with their numbers. A number is
 * the position of the record, or the one behind the last number where that is larger: one record may make more events
 * than it has bytes, and a number that two events share hides one of them.
 */
export function createEventWriter(
  db: DatabaseSync,
  nextBlockId: () => number,
): (events: readonly AppendedEvent[], spool: WrittenSpool) => readonly NumberedEvent[] {
  const insertId = db.prepare('insert into event_ids values (?, ?, ?, ?, ?) on conflict do nothing')
  const insertBlock = db.prepare('insert into event_blocks values (?, ?, ?, ?, ?, ?, ?, 0)')
  const writeIdentifiers = createIdentifierWriter(db)

  const openBlock = (): OpenBlock => ({ blockId: nextBlockId(), rows: [], lines: [], ids: [], bytes: 0 })

  function writeBlock({ blockId, rows, lines, ids }: OpenBlock): void {
    const [row] = rows
    if (!row) return
    const [first, last] = receiptsOf(rows)
    const project = requireDecimalId(row.projectId)
    insertBlock.run(blockId, project, first, last, rows.length, Buffer.concat(ids), encodeEventLines(lines))
  }

  /** The id is claimed first, so no two blocks hold the same event. */
  function add(block: OpenBlock, { row, position }: Numbered, spool: number): boolean {
    const id = requireEventId(row.eventId)
    const { changes } = insertId.run(requireDecimalId(row.projectId), id, position, block.blockId, spool)
    if (Number(changes) === 0) return false
    writeIdentifiers(row, id)
    const line = eventLine(row)
    block.rows.push(row)
    block.ids.push(id)
    block.lines.push(line)
    block.bytes += lineBytes(line)
    return true
  }

  return (events, spool) => {
    const all = numbered(events, spool)
    const stored = new Set<Numbered>()
    for (const own of Map.groupBy(all, ({ row }) => row.projectId).values()) {
      let block = openBlock()
      for (const one of byIssue(own)) {
        if (block.rows.length >= BLOCK_ITEMS || block.bytes >= EVENT_BLOCK_BYTES) {
          writeBlock(block)
          block = openBlock()
        }
        if (add(block, one, spool.number)) stored.add(one)
      }
      writeBlock(block)
    }
    return all.filter((one) => stored.has(one)).map(({ row, position }) => Object.assign(row, { position }))
  }
}

interface Numbered {
  readonly row: SpooledEvent
  readonly position: number
}

/** Of two events with one id, the first. */
function numbered(events: readonly AppendedEvent[], spool: WrittenSpool): readonly Numbered[] {
  const seen = new Set<string>()
  const rows: Numbered[] = []
  let last = spool.lastSeq
  for (const event of events) {
    const key = `${event.projectId}/${event.eventId}`
    if (seen.has(key)) continue
    seen.add(key)
    last = Math.max(event.seq, last + 1)
    rows.push({ row: { ...event, spoolId: spool.id, seq: last }, position: event.seq })
  }
  return rows
}

/** Beside each other, events of one issue take a tenth less space. */
function byIssue(rows: readonly Numbered[]): readonly Numbered[] {
  return [...Map.groupBy(rows, ({ row }) => row.fingerprint).values()].flat()
}
