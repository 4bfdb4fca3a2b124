import { BIGINT, BOOLEAN, type DuckDBConnection } from '@duckdb/node-api'
import type { DatabaseSync } from 'node:sqlite'

import { AppError } from '#domain/app-error.ts'
import type { StoredEvent } from '#stores/telemetry/telemetry.ts'
import type { MovedKind, MovedPart, MovedStep, MovedTable, MovedValue } from '#stores/telemetry/moving.ts'
import { decodeEventLines, wholeLine } from '#stores/telemetry/duckdb/event-block.ts'
import { EVENT_COLUMNS } from '#stores/telemetry/duckdb/errors/event-columns.ts'
import { EVENT_ID_BYTES } from '#stores/telemetry/sql/identifiers.ts'
import { extentOf, nextOf, readRows } from './column-steps.ts'

/** Documents are large. */
const PART_ROWS = 1000

const COLUMNS = Object.fromEntries(
  EVENT_COLUMNS.map(({ name, type }): [string, MovedKind] => [
    name,
    type === BIGINT ? 'integer' : type === BOOLEAN ? 'boolean' : 'text',
  ]),
)
const NAMES = Object.keys(COLUMNS)
const PLACE = ['project_id', 'received_at', 'spool_id', 'seq', 'position'] as const

const table = (name: string, columns: Readonly<Record<string, MovedKind>>): MovedTable => ({
  table: name,
  columns: Object.entries(columns).map(([column, kind]) => ({ name: column, kind })),
})
const PLACED: Readonly<Record<string, MovedKind>> = Object.fromEntries(
  PLACE.map((name) => [name, name === 'spool_id' ? 'text' : 'integer'] as const),
)
const EVENTS = table('events', { ...COLUMNS, position: 'integer', identifiers: 'text', grouping: 'text' })
const DOCUMENTS = table('documents', { ...PLACED, document: 'text' })
const EVENT_IDS = table('event_ids', { ...PLACED, event_id: 'text' })
const IDENTIFIERS = table('identifiers', { ...PLACED, event_id: 'text', kind: 'text', value: 'text' })

interface Found {
  readonly position: number
  readonly document: string
  readonly fingerprint: string
  readonly pairs: ReadonlyArray<readonly [kind: string, value: string]>
}

/** Columns, documents, and what events are found by, so that none is there without the others. */
export async function eventStep(connection: DuckDBConnection, vault: DatabaseSync): Promise<MovedStep> {
  const { total, end } = await extentOf(connection, 'events')
  const find = createFinder(vault)
  return {
    name: 'events',
    tables: [DOCUMENTS, EVENT_IDS, IDENTIFIERS, EVENTS],
    total,
    async read(from): Promise<MovedPart> {
      const rows = await readRows(connection, 'events', COLUMNS, { from, to: from + PART_ROWS })
      return { parts: partsOf(rows, find), items: rows.length, next: nextOf(from + PART_ROWS, end) }
    },
  }
}

function partsOf(rows: ReadonlyArray<readonly MovedValue[]>, find: ReturnType<typeof createFinder>) {
  const events: MovedValue[][] = []
  const documents: MovedValue[][] = []
  const ids: MovedValue[][] = []
  const identifiers: MovedValue[][] = []
  for (const row of rows) {
    const values: Record<string, MovedValue> = Object.fromEntries(NAMES.map((name, at) => [name, row[at]!]))
    const eventId = values['event_id'] as string
    const { position, document, fingerprint, pairs } = find(values['project_id'] as string, eventId)
    // In rows from before it is null until they move.
    values['fingerprint'] ??= fingerprint
    values['spool_id'] ??= ''
    const place = PLACE.map((name) => (name === 'position' ? position : values[name]!))
    events.push([...NAMES.map((name) => values[name]!), position, JSON.stringify(pairs), ''])
    documents.push([...place, document])
    ids.push([...place, eventId])
    for (const [kind, value] of pairs) identifiers.push([...place, eventId, kind, value])
  }
  return [
    { table: DOCUMENTS, rows: documents },
    { table: EVENT_IDS, rows: ids },
    { table: IDENTIFIERS, rows: identifiers },
    { table: EVENTS, rows: events },
  ]
}

/** As many as the events of one batch are in. */
const OPEN_BLOCKS = 16

function createFinder(vault: DatabaseSync): (projectId: string, eventId: string) => Found {
  const placeOf = vault.prepare(
    'select position, block_id from event_ids where project_id = ? and event_id = ?',
  )
  const block = vault.prepare('select ids, data from event_blocks where block_id = ?')
  const identifiers = vault.prepare(
    'select kind, value from identifiers where project_id = ? and event_id = ? order by kind, value',
  )
  const opened = new Map<number, ReadonlyMap<string, string>>()

  function linesOf(blockId: number): ReadonlyMap<string, string> {
    const known = opened.get(blockId)
    if (known !== undefined) return known
    const row = block.get(blockId)
    const ids = Buffer.from((row?.['ids'] ?? []) as Uint8Array).toString('hex')
    const lines = row === undefined ? [] : decodeEventLines(row['data'] as Uint8Array).map(wholeLine)
    const idAt = (at: number) => ids.slice(at * EVENT_ID_BYTES * 2, (at + 1) * EVENT_ID_BYTES * 2)
    const byId = new Map(lines.map((line, at) => [idAt(at), line]))
    if (opened.size >= OPEN_BLOCKS) opened.delete(opened.keys().next().value!)
    opened.set(blockId, byId)
    return byId
  }

  return (projectId, eventId) => {
    const [project, id] = [BigInt(projectId), Buffer.from(eventId, 'hex')]
    const place = placeOf.get(project, id)
    const line = place === undefined ? undefined : linesOf(Number(place['block_id'])).get(eventId)
    if (place === undefined || line === undefined)
      throw new AppError(
        'store_unavailable',
        `The document of event ${eventId} is missing. Nothing was switched.`,
      )
    const found = identifiers.all(project, id)
    return {
      position: Number(place['position']),
      ...documentOf(line),
      pairs: found.map((row) => [row['kind'] as string, row['value'] as string] as const),
    }
  }
}

const DOCUMENT = ',"document":'

/** As it is written: parsed and written again, large numbers would be others. */
function documentOf(line: string): Pick<Found, 'document' | 'fingerprint'> {
  const event = JSON.parse(line) as StoredEvent
  const isLast = Object.keys(event).at(-1) === 'document'
  const at = line.indexOf(DOCUMENT) + DOCUMENT.length
  return {
    document: isLast ? line.slice(at, -1) : JSON.stringify(event.document),
    fingerprint: event.document.grouping.fingerprint,
  }
}
