import type { DatabaseSync } from 'node:sqlite'

import { compareEventPositions } from '#domain/events/event-position.ts'

import type { EventSummary, Identifier, StoredEvent } from '#stores/telemetry/telemetry.ts'
import type { SpooledEvent } from '#stores/telemetry/duckdb/block-codec.ts'
import { parseDecimalId, requireDecimalId } from '#stores/telemetry/duckdb/identifiers.ts'
import type { VaultReader } from '#stores/telemetry/duckdb/vault-reader.ts'

export const FIND = `
  select received_at, spool_id, seq, event_id from identifiers
  where project_id = ? and kind = ? and value = ?
  order by received_at desc, spool_id desc, seq desc limit ?`
export const INSERT = 'insert into identifiers values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing'
export const FORGET = 'delete from identifiers where project_id = ? and event_id = ?'

/** Writes inside the caller's transaction, so that an event and what it is found by are never apart. */
export function createIdentifierWriter(db: DatabaseSync): (row: SpooledEvent, eventId: Buffer) => void {
  const insert = db.prepare(INSERT)
  return ({ projectId, receivedAt, spoolId, seq, identifiers = [] }, eventId) => {
    const project = requireDecimalId(projectId)
    for (const { kind, value } of identifiers)
      insert.run(project, kind, value.toWellFormed(), receivedAt, spoolId, seq, eventId)
  }
}

export function createIdentifierEraser(db: DatabaseSync): (project: bigint, eventId: Uint8Array) => void {
  const remove = db.prepare(FORGET)
  return (project, eventId) => void remove.run(project, eventId)
}

export function createIdentifierReader(
  db: DatabaseSync,
  reader: Pick<VaultReader, 'get'>,
): (projectIds: readonly string[], identifier: Identifier, limit: number) => readonly EventSummary[] {
  const select = db.prepare(FIND)

  return (projectIds, { kind, value }, limit) => {
    const places = [...new Set(projectIds)].flatMap((projectId) => {
      const project = parseDecimalId(projectId)
      if (project === undefined) return []
      return select.all(project, kind, value.toWellFormed(), Math.max(limit, 0)).map((row) => ({
        projectId,
        receivedAt: Number(row['received_at']),
        spoolId: row['spool_id'] as string,
        seq: Number(row['seq']),
        eventId: Buffer.from(row['event_id'] as Uint8Array).toString('hex'),
      }))
    })
    return places
      .toSorted((a, b) => compareEventPositions(b, a))
      .slice(0, Math.max(limit, 0))
      .map(({ projectId, eventId }) => reader.get(projectId, eventId))
      .filter((event) => event !== undefined)
      .map(withoutDocument)
  }
}

function withoutDocument({ document: _document, ...summary }: StoredEvent): EventSummary {
  return summary
}
