import type { AppendedEvent, TelemetryBatch } from '#stores/telemetry/telemetry.ts'
import { cleanRow } from '#stores/telemetry/sql/errors/clean-row.ts'
import { createPageLoads } from '#stores/telemetry/sql/spans/page-loads.ts'
import type { Engine } from './engine.ts'
import { eventTables, type WrittenEvent } from './errors/event-tables.ts'
import { readMoves } from './errors/moves.ts'
import { numberEvents } from './errors/number-events.ts'
import { settleMoves } from './errors/settle-moves.ts'
import { storedIds } from './errors/stored-ids.ts'
import { feedbackRows } from './feedback/feedback-rows.ts'
import { askOf } from './questions.ts'
import { rawRows } from './raw/raw-rows.ts'
import { sessionRows } from './sessions/session-rows.ts'
import { navigationRows } from './spans/navigation-columns.ts'
import { spanRows, visitRows } from './spans/span-rows.ts'
import { createSpools, type SpoolPosition } from './spools.ts'
import type { TableRows } from './table.ts'

/**
 * Exactly once, without transactions. Rows carry their spool and their place in it. They are all written before the new
 * position of the spool, which is what makes them count: what a batch left behind that did not get so far is deleted
 * before the next one of its spool (spec TS200). A spool has one writer.
 */
export function createAppend(engine: Engine) {
  const spools = createSpools(engine)
  const pageLoads = createPageLoads()

  async function write(batch: TelemetryBatch, spool: SpoolPosition): Promise<void> {
    const { spoolId, to } = batch
    const { events, lastSeq } = await newEvents(engine, batch, spool)
    const tables = [...eventTables(events), ...(await otherTables(engine, batch, spool.position, pageLoads))]
    const full = tables.filter(({ rows }) => rows.length > 0)
    const written = await Promise.allSettled(full.map((rows) => spools.insert(spoolId, to, rows)))
    const failed = written.find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    await settleMoves(engine, events)
    await spools.commit(spoolId, { position: to, lastSeq })
  }

  return {
    watermark: async (spoolId: string): Promise<number> => (await spools.stored(spoolId)).position,
    append: async (batch: TelemetryBatch): Promise<void> => {
      const spool = await spools.stored(batch.spoolId)
      if (batch.to <= spool.position) return
      await spools.settle(batch.spoolId, Math.max(spool.position, batch.from))
      try {
        await write(batch, spool)
      } catch (error) {
        spools.doubt(batch.spoolId)
        throw error
      }
    },
  }
}

/** Those of the batch whose ids are new, with the issues and numbers that they get. */
async function newEvents(engine: Engine, batch: TelemetryBatch, { position, lastSeq }: SpoolPosition) {
  const fresh = batch.events.filter(({ seq }) => seq >= position).map(cleanRow)
  const known = await knownIds(engine, fresh)
  const numbered = numberEvents(fresh, { id: batch.spoolId.toWellFormed(), lastSeq }, (projectId, eventId) =>
    known.has(`${projectId}/${eventId}`),
  )
  const issueOf = await readMoves(engine, numbered.events)
  const events: readonly WrittenEvent[] = numbered.events.map((event) => ({
    ...event,
    issueId: issueOf(event),
  }))
  return { events, lastSeq: numbered.lastSeq }
}

async function knownIds(engine: Engine, events: readonly AppendedEvent[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for (const [projectId, own] of Map.groupBy(events, (event) => event.projectId)) {
    const ids = own.map(({ eventId }) => eventId)
    for (const id of (await storedIds(askOf(engine), projectId, ids)).keys()) known.add(`${projectId}/${id}`)
  }
  return known
}

async function otherTables(
  engine: Engine,
  { sessions = [], spans = [], feedback = [], raw }: TelemetryBatch,
  position: number,
  pageLoads: ReturnType<typeof createPageLoads>,
): Promise<readonly TableRows[]> {
  const isNew = ({ seq }: { readonly seq: number }) => seq >= position
  const newSpans = spans.filter(isNew)
  return [
    sessionRows(sessions.filter(isNew)),
    spanRows(newSpans),
    visitRows(pageLoads.visitsOf(spans).filter(isNew)),
    navigationRows(newSpans),
    feedbackRows(feedback.filter(isNew)),
    await rawRows(askOf(engine), raw.filter(isNew)),
  ]
}
