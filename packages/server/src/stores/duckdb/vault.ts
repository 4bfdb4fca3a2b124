import type { DatabaseSync } from 'node:sqlite'

import type {
  AppendedEvent,
  EventRevision,
  EventSummary,
  Identifier,
  StoredEvent,
  TelemetryBatch,
} from '../telemetry.ts'
import { createEventWriter } from './vault-event-writer.ts'
import { createVaultExpiry } from './vault-expiry.ts'
import { inTransaction, openVaultFile } from './vault-file.ts'
import { createIdentifierReader } from './vault-identifiers.ts'
import { createVaultMoves } from './vault-moves.ts'
import type { VaultMoves } from './vault-moves.ts'
import { createVaultReviser } from './vault-revise.ts'
import { createRawWriter } from './vault-raw-writer.ts'
import { createVaultReader } from './vault-reader.ts'
import type { VaultReader } from './vault-reader.ts'

/** The part of the telemetry that is looked up by id: documents, raw items, and which ids are stored. */
export interface Vault extends VaultReader, VaultMoves {
  /**
   * Stores what is new of the batch together with its position. Answers the events that are stored under their
   * own sequence number, now or before: the rows the columns may have.
   */
  append(batch: TelemetryBatch): readonly AppendedEvent[]
  /** Newest first. */
  find(projectIds: readonly string[], identifier: Identifier, limit: number): readonly EventSummary[]
  /** Answers those that are stored. */
  revise(revisions: readonly EventRevision[]): readonly EventRevision[]
  /** In slices, so that appends get their turn in between. */
  expire(projectId: string, before: number, stop: AbortSignal): Promise<void>
  close(): void
}

export async function openVault(file: string, now: () => number): Promise<Vault> {
  const db = await openVaultFile(file, now)
  const moves = createVaultMoves(db)
  const reader = readingHomes(createVaultReader(db), moves)
  return {
    ...reader,
    ...moves,
    append: createAppend(db, reader),
    find: createIdentifierReader(db, reader),
    revise: createVaultReviser(db),
    expire: createVaultExpiry(db),
    close: () => db.close(),
  }
}

/** What a document says of its issue may be old. */
function readingHomes(reader: VaultReader, moves: VaultMoves): VaultReader {
  function atHome(event: StoredEvent): StoredEvent {
    const { fingerprint } = event.document.grouping
    return { ...event, fingerprint, issueId: moves.homeOf(event.projectId, fingerprint, event.issueId) }
  }
  return {
    ...reader,
    get(projectId, eventId) {
      const event = reader.get(projectId, eventId)
      return event && atHome(event)
    },
  }
}

function createAppend(db: DatabaseSync, reader: VaultReader): Vault['append'] {
  const writeEvents = createEventWriter(db)
  const writeRawItems = createRawWriter(db)
  const setPosition = db.prepare(`
    insert into watermarks values (?, ?)
    on conflict do update set position = max(position, excluded.position)`)

  return (batch) => {
    const position = reader.watermark(batch.spoolId)
    const replayed = batch.events.filter(
      ({ seq, projectId, eventId }) =>
        seq < position && reader.known(projectId, [eventId]).get(eventId) === seq,
    )
    if (batch.to <= position) return replayed
    return inTransaction(db, () => {
      const fresh = writeEvents(batch.events.filter(({ seq }) => seq >= position))
      writeRawItems(batch.raw.filter(({ seq }) => seq >= position))
      setPosition.run(batch.spoolId, batch.to)
      return [...replayed, ...fresh]
    })
  }
}
