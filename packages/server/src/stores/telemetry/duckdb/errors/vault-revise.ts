import type { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'

import type { EventRevision, Identifier, StoredEvent } from '#stores/telemetry/telemetry.ts'
import {
  decodeEventLines,
  encodeEventLines,
  lineOf,
  parseEventLine,
  wholeLine,
} from '#stores/telemetry/duckdb/event-block.ts'
import {
  EVENT_ID_BYTES,
  parseDecimalId,
  parseEventId,
  requireDecimalId,
  requireEventId,
} from '#stores/telemetry/sql/identifiers.ts'
import { inTransaction } from '#stores/telemetry/duckdb/vault-file.ts'
import { createIdentifierWriter } from './vault-identifiers.ts'

const ID_DIGITS = 2 * EVENT_ID_BYTES

/** Blocks are written again whole: a late map moves many events of the same hour. */
export function createVaultReviser(
  db: DatabaseSync,
): (revisions: readonly EventRevision[]) => readonly EventRevision[] {
  const placeOf = db.prepare('select block_id from event_ids where project_id = ? and event_id = ?')
  const read = db.prepare('select ids, data from event_blocks where block_id = ?')
  const write = db.prepare('update event_blocks set data = ?, is_compact = 0 where block_id = ?')
  const reviseIdentifiers = createAwaitedWriter(db)

  /** Answers those that are about an event of the block, and not about an earlier one of the same id. */
  function reviseBlock(blockId: number, revisions: readonly EventRevision[]): readonly EventRevision[] {
    const block = read.get(blockId)
    if (block === undefined) return []
    const byId = new Map(revisions.map((revision) => [revision.eventId, revision]))
    const found: EventRevision[] = []
    const ids = Buffer.from(block['ids'] as Uint8Array).toString('hex')
    let isChanged = false
    const lines = decodeEventLines(block['data'] as Uint8Array).map((line, index) => {
      const revision = byId.get(ids.slice(index * ID_DIGITS, (index + 1) * ID_DIGITS))
      if (revision === undefined) return line
      const whole = wholeLine(line)
      const event = parseEventLine(whole)
      if (revision.seq !== event.seq) return line
      found.push(revision)
      reviseIdentifiers(event, revision)
      const revised = revisedLine(whole, event, revision)
      if (revised === whole) return line
      isChanged = true
      return lineOf(revised)
    })
    if (isChanged) write.run(encodeEventLines(lines), blockId)
    return found
  }

  return (revisions) =>
    inTransaction(db, () => {
      const blocks = Map.groupBy(revisions, ({ projectId, eventId }) => {
        const project = parseDecimalId(projectId)
        const id = parseEventId(eventId)
        const place = project === undefined || id === undefined ? undefined : placeOf.get(project, id)
        return place === undefined ? undefined : Number(place['block_id'])
      })
      blocks.delete(undefined)
      return [...blocks].flatMap(([blockId, own]) => reviseBlock(blockId!, own))
    })
}

function createAwaitedWriter(db: DatabaseSync): (event: StoredEvent, revision: EventRevision) => void {
  const forget = db.prepare('delete from identifiers where project_id = ? and event_id = ? and kind = ?')
  const write = createIdentifierWriter(db)
  return (event, { awaited, grouping: { joined } }) => {
    const id = requireEventId(event.eventId)
    const project = requireDecimalId(event.projectId)
    forget.run(project, id, 'awaited_map')
    forget.run(project, id, 'browser_side')
    const identifiers: Identifier[] = awaited.map((value) => ({ kind: 'awaited_map', value }))
    if (joined !== undefined) {
      forget.run(project, id, 'awaited_server')
      identifiers.push({ kind: 'browser_side', value: joined.eventId })
    }
    write({ ...event, identifiers }, id)
  }
}

function revisedLine(line: string, event: StoredEvent, revision: EventRevision): string {
  const { issueId, grouping } = revision
  const headline = { issueId, title: revision.title.toWellFormed(), culprit: revision.culprit.toWellFormed() }
  // Often only the columns have something to learn: what the event is searched by is not part of its document.
  return says(event, headline, grouping)
    ? line
    : JSON.stringify({ ...event, ...headline, document: { ...event.document, grouping } })
}

function says(
  event: StoredEvent,
  { issueId, title, culprit }: Pick<EventRevision, 'issueId' | 'title' | 'culprit'>,
  grouping: EventRevision['grouping'],
): boolean {
  return (
    event.issueId === issueId &&
    event.title === title &&
    event.culprit === culprit &&
    isDeepStrictEqual(event.document.grouping, grouping)
  )
}
