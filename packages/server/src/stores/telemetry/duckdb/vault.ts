import type { DatabaseSync } from 'node:sqlite'

import type { StoredKind } from '#domain/intake/stored-kind.ts'
import type { TimeRange } from '#domain/time-range.ts'

import type { AppendedEvent, EventRevision, TelemetryBatch } from '#stores/telemetry/telemetry.ts'
import type { NumberedEvent } from '#stores/telemetry/sql/errors/numbered-event.ts'
import { createCompaction, type CompactEvents } from '#stores/telemetry/duckdb/errors/vault-compaction.ts'
import { createBlockIds, createEventWriter } from '#stores/telemetry/duckdb/errors/vault-event-writer.ts'
import { vaultKinds } from './kinds.ts'
import type { VaultKind } from './kind.ts'
import { parseDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import { createRawItems } from '#stores/telemetry/duckdb/raw/raw-items.ts'
import type { RawItems } from '#stores/telemetry/duckdb/raw/raw-items.ts'
import { copyVault } from '#stores/telemetry/duckdb/copy/vault-copy.ts'
import { createVaultExpiry } from './vault-expiry.ts'
import type { ExpireVault } from './vault-expiry.ts'
import { inTransaction, openVaultFile } from './vault-file.ts'
import {
  createIdentifierReader,
  createEventIdentifierReader,
  createIdentifierTest,
  type IdentifiersOfEvents,
  type FindByIdentifier,
} from '#stores/telemetry/duckdb/errors/vault-identifiers.ts'
import { createVaultMoves, withMergedIssue } from '#stores/telemetry/duckdb/errors/vault-moves.ts'
import type { VaultMoves } from '#stores/telemetry/duckdb/errors/vault-moves.ts'
import { createVaultReviser } from '#stores/telemetry/duckdb/errors/vault-revise.ts'
import { createTraceReader } from '#stores/telemetry/duckdb/spans/trace-reader.ts'
import type { TraceReader } from '#stores/telemetry/duckdb/spans/trace-reader.ts'
import { createVaultReader } from './vault-reader.ts'
import type { VaultReader } from './vault-reader.ts'

/** The part of the telemetry that is looked up by id: documents, traces, raw items, and which ids are stored. */
export interface Vault extends VaultReader, VaultMoves, RawItems, TraceReader {
  /**
   * Stores what is new of the batch together with its position, and gives each event a number of its own. Answers the
   * events that are stored from their place in the log, now or before: the rows the columns may have.
   */
  append(batch: TelemetryBatch): readonly NumberedEvent[]
  /** Newest first. */
  readonly find: FindByIdentifier
  readonly projectsWith: ReturnType<typeof createIdentifierTest>
  readonly identifiersOf: IdentifiersOfEvents
  /** Answers those that are stored. */
  revise(revisions: readonly EventRevision[]): readonly EventRevision[]
  readonly expire: ExpireVault
  /** Answers whether there may be more to do. */
  readonly compact: CompactEvents
  /** Of the kinds that have nothing but the vault; of a project and a range, else of everything. */
  counts(projectId?: string, range?: TimeRange): ReadonlyMap<StoredKind, number>
  /** As of its end: what is deleted meanwhile is deleted from the copy. */
  copyTo(file: string): Promise<void>
  close(): void
}

export async function openVault(file: string, now: () => number): Promise<Vault> {
  return createVault(await openVaultFile(file, now))
}

/** In a file that is open. */
export function createVault(db: DatabaseSync): Vault {
  const moves = createVaultMoves(db)
  const reader = mergedIssueReader(createVaultReader(db), moves)
  const kinds = vaultKinds(db)
  const nextBlockId = createBlockIds(db)
  return {
    ...reader,
    ...moves,
    ...createRawItems(db),
    ...createTraceReader(db),
    append: createAppend(db, createEventWriter(db, nextBlockId), reader, kinds),
    find: createIdentifierReader(db, reader),
    projectsWith: createIdentifierTest(db),
    identifiersOf: createEventIdentifierReader(db),
    revise: createVaultReviser(db),
    expire: createVaultExpiry(db, kinds),
    compact: createCompaction(db, nextBlockId),
    counts: (projectId, range) => countsOf(kinds, projectId, range),
    copyTo: (copy) => copyVault(db, copy),
    close: () => db.close(),
  }
}

function countsOf(
  kinds: readonly VaultKind[],
  projectId: string | undefined,
  range: TimeRange | undefined,
): ReadonlyMap<StoredKind, number> {
  const project = projectId === undefined ? undefined : parseDecimalId(projectId)
  const isUnknownProject = projectId !== undefined && project === undefined
  return new Map(
    kinds.flatMap(({ kind, count }) =>
      count === undefined ? [] : [[kind, isUnknownProject ? 0 : count(project, range)] as const],
    ),
  )
}

/** What a document says of its issue may be old. */
function mergedIssueReader(reader: VaultReader, moves: VaultMoves): VaultReader {
  const withCurrentIssue = withMergedIssue(moves)
  return {
    ...reader,
    get(projectId, eventId) {
      const event = reader.get(projectId, eventId)
      return event && withCurrentIssue({ ...event, fingerprint: event.document.grouping.fingerprint })
    },
    summaries: (events) => reader.summaries(events).map(withCurrentIssue),
  }
}

function createAppend(
  db: DatabaseSync,
  writeEvents: ReturnType<typeof createEventWriter>,
  reader: VaultReader,
  kinds: readonly VaultKind[],
): Vault['append'] {
  const lastSeq = db.prepare('select coalesce(max(last_seq), -1) as last from watermarks')
  const setPosition = db.prepare(`
    insert into watermarks (spool_id, position, last_seq, spool) values (?, ?, ?, ?)
    on conflict do update set position = max(position, excluded.position), last_seq = excluded.last_seq`)
  const spoolNumber = db.prepare(`
    select coalesce((select spool from watermarks where spool_id = ?),
                    (select coalesce(max(spool), 0) + 1 from watermarks)) as number`)

  return (batch) => {
    const position = reader.watermark(batch.spoolId)
    const replayed = replaysOf(
      batch.events.filter(({ seq }) => seq < position),
      batch.spoolId,
      reader,
    )
    if (batch.to <= position) return replayed
    return inTransaction(db, () => {
      const last = Number(lastSeq.get()?.['last'])
      const number = Number(spoolNumber.get(batch.spoolId)?.['number'])
      const fresh = writeEvents(
        batch.events.filter(({ seq }) => seq >= position),
        { id: batch.spoolId, number, lastSeq: last },
      )
      for (const { write } of kinds) write?.(batch, position)
      setPosition.run(batch.spoolId, batch.to, Math.max(last, fresh.at(-1)?.seq ?? last), number)
      return [...replayed, ...fresh]
    })
  }
}

/** Those that were stored when their record was written the first time, under the numbers they got then. */
function replaysOf(
  events: readonly AppendedEvent[],
  spoolId: string,
  reader: VaultReader,
): readonly NumberedEvent[] {
  const seen = new Set<string>()
  return events.flatMap((event) => {
    const { projectId, eventId, seq: position } = event
    const key = `${projectId}/${eventId}`
    const origin = reader.known(projectId, [eventId], spoolId).get(eventId)
    if (seen.has(key) || origin === undefined || origin < position) return []
    seen.add(key)
    const stored = reader.get(projectId, eventId)
    if (stored === undefined) return []
    const { seq, storedAt } = stored
    return [{ ...event, spoolId: stored.spoolId, seq, storedAt, position }]
  })
}
