import type { DatabaseSync } from 'node:sqlite'

import type { AppendedEvent, EventSummary, Identifier, StoredEvent } from '#stores/telemetry/telemetry.ts'
import { parseDecimalId, requireDecimalId } from './identifiers.ts'
import type { VaultReader } from './vault-reader.ts'

export const FIND = `
  select seq, event_id from identifiers where project_id = ? and kind = ? and value = ?
  order by seq desc limit ?`
export const FORGET = 'delete from identifiers where project_id = ? and event_id = ?'

/** Writes inside the caller's transaction, so that an event and what it is found by are never apart. */
export function createIdentifierWriter(db: DatabaseSync): (row: AppendedEvent, eventId: Buffer) => void {
  const insert = db.prepare('insert into identifiers values (?, ?, ?, ?, ?) on conflict do nothing')
  return ({ projectId, seq, identifiers = [] }, eventId) => {
    for (const { kind, value } of identifiers)
      insert.run(requireDecimalId(projectId), kind, value.toWellFormed(), seq, eventId)
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
        seq: Number(row['seq']),
        eventId: Buffer.from(row['event_id'] as Uint8Array).toString('hex'),
      }))
    })
    return places
      .toSorted((a, b) => b.seq - a.seq)
      .slice(0, Math.max(limit, 0))
      .map(({ projectId, eventId }) => reader.get(projectId, eventId))
      .filter((event) => event !== undefined)
      .map(withoutDocument)
  }
}

function withoutDocument({ document: _document, ...summary }: StoredEvent): EventSummary {
  return summary
}
