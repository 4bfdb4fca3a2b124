import type { DatabaseSync } from 'node:sqlite'

import { compareEventPositions } from '#domain/events/event-position.ts'

import type { EventSummary, Identifier } from '#stores/telemetry/telemetry.ts'
import type { SpooledEvent } from '#stores/telemetry/duckdb/event-block.ts'
import { parseDecimalId, parseEventId, requireDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import type { VaultReader } from '#stores/telemetry/duckdb/vault-reader.ts'

export const FIND = `
  select received_at, spool_id, seq, event_id from identifiers
  where project_id = ? and kind = ? and value = ?
  order by received_at desc, spool_id desc, seq desc limit ?`
/** As far as a moment, and from there on: with both, what was received nearest to it is found without a scan. */
export const FIND_UNTIL = `
  select received_at, spool_id, seq, event_id from identifiers
  where project_id = ? and kind = ? and value = ? and received_at <= ?
  order by received_at desc, spool_id desc, seq desc limit ?`
export const FIND_AFTER = `
  select received_at, spool_id, seq, event_id from identifiers
  where project_id = ? and kind = ? and value = ? and received_at > ?
  order by received_at, spool_id, seq limit ?`
export const OF_EVENT = 'select value from identifiers where project_id = ? and event_id = ? and kind = ?'
export const HAS_ANY = 'select 1 from identifiers where project_id = ? and kind = ? limit 1'
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

export type FindByIdentifier = (
  projectIds: readonly string[],
  identifier: Identifier,
  limit: number,
  near?: number,
) => readonly EventSummary[]

export function createIdentifierReader(
  db: DatabaseSync,
  reader: Pick<VaultReader, 'summaries'>,
): FindByIdentifier {
  const newest = db.prepare(FIND)
  const until = db.prepare(FIND_UNTIL)
  const after = db.prepare(FIND_AFTER)

  return (projectIds, { kind, value }, limit, near) => {
    const most = Math.max(limit, 0)
    const places = [...new Set(projectIds)].flatMap((projectId) => {
      const project = parseDecimalId(projectId)
      if (project === undefined) return []
      const name = [project, kind, value.toWellFormed()] as const
      const rows =
        near === undefined
          ? newest.all(...name, most)
          : [...until.all(...name, near, most), ...after.all(...name, near, most)]
      return rows.map((row) => placeOf(projectId, row))
    })
    const newestFirst = (near === undefined ? places : nearest(places, near, most))
      .toSorted((a, b) => compareEventPositions(b, a))
      .slice(0, most)
    return reader.summaries(newestFirst)
  }
}

export function createIdentifierTest(
  db: DatabaseSync,
): (projectIds: readonly string[], kind: Identifier['kind']) => ReadonlySet<string> {
  const any = db.prepare(HAS_ANY)
  return (projectIds, kind) =>
    new Set(
      projectIds.filter((projectId) => {
        const project = parseDecimalId(projectId)
        return project !== undefined && any.get(project, kind) !== undefined
      }),
    )
}

export type IdentifiersOfEvents = (
  projectId: string,
  eventIds: readonly string[],
  kind: Identifier['kind'],
) => ReadonlyMap<string, readonly string[]>

export function createEventIdentifierReader(db: DatabaseSync): IdentifiersOfEvents {
  const ofEvent = db.prepare(OF_EVENT)
  return (projectId, eventIds, kind) => {
    const found = new Map<string, readonly string[]>()
    const project = parseDecimalId(projectId)
    if (project === undefined) return found
    for (const eventId of eventIds) {
      const id = parseEventId(eventId)
      const rows = id === undefined ? [] : ofEvent.all(project, id, kind)
      if (rows.length > 0) found.set(eventId, rows.map((row) => row['value'] as string).toSorted())
    }
    return found
  }
}

function placeOf(projectId: string, row: Readonly<Record<string, unknown>>) {
  return {
    projectId,
    receivedAt: Number(row['received_at']),
    spoolId: row['spool_id'] as string,
    seq: Number(row['seq']),
    eventId: Buffer.from(row['event_id'] as Uint8Array).toString('hex'),
  }
}

function nearest<P extends { readonly receivedAt: number }>(
  places: readonly P[],
  near: number,
  most: number,
) {
  const away = ({ receivedAt }: P) => Math.abs(receivedAt - near)
  return places.toSorted((a, b) => away(a) - away(b)).slice(0, most)
}
