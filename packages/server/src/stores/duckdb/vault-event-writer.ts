import type { DatabaseSync } from 'node:sqlite'

import type { AppendedEvent } from '../telemetry.ts'
import { encodeEvents, eventLine } from './block-codec.ts'
import { BLOCK_BYTES, BLOCK_ITEMS, receiptsOf } from './block-size.ts'
import { requireDecimalId, requireEventId } from './identifiers.ts'
import { createIdentifierWriter } from './vault-identifiers.ts'

interface OpenBlock {
  readonly blockId: number
  readonly rows: AppendedEvent[]
  readonly lines: string[]
  readonly ids: Buffer[]
  bytes: number
}

/** Writes the events whose ids are new, inside the caller's transaction, and answers them. */
export function createEventWriter(
  db: DatabaseSync,
): (events: readonly AppendedEvent[]) => readonly AppendedEvent[] {
  const insertId = db.prepare('insert into event_ids values (?, ?, ?, ?) on conflict do nothing')
  const insertBlock = db.prepare('insert into event_blocks values (?, ?, ?, ?, ?, ?, ?)')
  const writeIdentifiers = createIdentifierWriter(db)
  const lastBlock = db.prepare('select coalesce(max(block_id), 0) as block_id from event_blocks')
  let lastBlockId = Number(lastBlock.get()?.['block_id'])

  function openBlock(): OpenBlock {
    lastBlockId += 1
    return { blockId: lastBlockId, rows: [], lines: [], ids: [], bytes: 0 }
  }

  function writeBlock({ blockId, rows, lines, ids }: OpenBlock): void {
    const [row] = rows
    if (!row) return
    const [first, last] = receiptsOf(rows)
    const project = requireDecimalId(row.projectId)
    insertBlock.run(blockId, project, first, last, rows.length, Buffer.concat(ids), encodeEvents(lines))
  }

  /** The id is claimed first, so no two blocks hold the same event. */
  function add(block: OpenBlock, row: AppendedEvent): boolean {
    const id = requireEventId(row.eventId)
    const { changes } = insertId.run(requireDecimalId(row.projectId), id, row.seq, block.blockId)
    if (Number(changes) === 0) return false
    writeIdentifiers(row, id)
    const line = eventLine(row)
    block.rows.push(row)
    block.ids.push(id)
    block.lines.push(line)
    block.bytes += line.length
    return true
  }

  return (events) => {
    const open = new Map<string, OpenBlock>()
    const stored: AppendedEvent[] = []
    for (const row of events) {
      let block = open.get(row.projectId) ?? openBlock()
      if (block.rows.length >= BLOCK_ITEMS || block.bytes >= BLOCK_BYTES) {
        writeBlock(block)
        block = openBlock()
      }
      open.set(row.projectId, block)
      if (add(block, row)) stored.push(row)
    }
    for (const block of open.values()) writeBlock(block)
    return stored
  }
}
