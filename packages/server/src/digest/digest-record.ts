import { hash } from 'node:crypto'
import { categoryOf } from '#domain/intake/category.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { Drop } from '#domain/intake/outcome.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import { normaliseEventId } from '#protocol/event-id.ts'
import { readSecurityReports } from '#protocol/security-report.ts'
import type { SecurityReport } from '#protocol/security-report.ts'
import type { Receipt, SpoolRecord } from '#spool/spool.ts'
import type { SessionRow } from '#stores/telemetry/sessions.ts'
import type { RawItemRow } from '#stores/telemetry/telemetry.ts'
import { decode, withoutHazards } from './decode.ts'
import type { Decoded } from './decode.ts'
import { digestError } from '#digest/kinds/errors/digest.ts'
import type { UngroupedRow } from '#digest/kinds/errors/event-row.ts'
import type { Filter } from '#digest/kinds/errors/filter.ts'
import { filtersOf, unwantedReleases } from '#digest/kinds/errors/filters-of.ts'
import { rulesOf, type GroupingRules } from '#digest/grouping/grouping-rules.ts'
import { scrubRulesOf } from '#digest/scrub/scrub.ts'
import { UNLIMITED, itemMark, itemsWithinBudget, withinBudget } from './item-budget.ts'
import type { ItemBudget } from './item-budget.ts'
import { acceptedCounts, countOf, droppedCount, scrubbedCounts } from './counts.ts'
import type { PositionedCount } from './counts.ts'
import type { RecordItem, RecordItems } from './record-items.ts'
import { scrubItemSafely } from '#digest/scrub/scrub-item.ts'
import { securityPayload } from '#digest/kinds/security/security-payload.ts'
import { digestSession, digestSessionCounts } from '#digest/kinds/sessions/digest.ts'

export interface DigestedItem {
  readonly row: UngroupedRow
  /** Of the item that the event was made of. */
  readonly mark: number
  readonly itemType: string
  /** By which it was grouped, and will be with its maps. */
  readonly rules: GroupingRules
  /** What is counted if the event turns out to be new. */
  readonly counts: readonly PositionedCount[]
  /** The payload as it was sent, where no stage had to change it: it needs not be written out once more. */
  readonly payloadJson: string | undefined
}

/** A stage threw, which is a fault of ours. The item is kept raw, so that a mended version can read it. */
export interface Failure {
  readonly digest: string
  readonly itemType: string
  readonly error: unknown
}

/** Bytes that took too long even to be scrubbed. They are kept outside the stores, where nobody reads them by accident. */
export interface SetAside {
  /** Tells it from every other item. */
  readonly name: string
  readonly bytes: Uint8Array
}

export interface DigestedRecord {
  readonly events: DigestedItem[]
  readonly raw: RawItemRow[]
  readonly sessions: SessionRow[]
  readonly counts: PositionedCount[]
  readonly failures: Failure[]
  readonly setAside: SetAside[]
}

export interface RecordContext {
  readonly spoolId: string
  readonly settings: ProjectSettings
  /** Instead of those of the settings. */
  readonly filters?: readonly Filter[]
  readonly budget?: ItemBudget
}

/** What becomes of one accepted request. Pure: a replay of the record gives the same answer, ids included. */
export function digestRecord(record: SpoolRecord, context: RecordContext): DigestedRecord {
  const digested: DigestedRecord = {
    events: [],
    raw: [],
    sessions: [],
    counts: [],
    failures: [],
    setAside: [],
  }
  const budget = context.budget ?? UNLIMITED
  const items = itemsWithinBudget(record, budget)
  if (items instanceof Drop) {
    digested.counts.push(droppedCount(record, 'envelope', items.reason))
    if (items.reason === 'too_costly')
      digested.setAside.push({ name: `${record.position}`, bytes: record.body })
    return digested
  }
  const work: Work = {
    record,
    context,
    items,
    digested,
    promisedId: record.receipt.eventId,
  }
  for (const item of items.items) {
    withinBudget(budget, itemMark(record.position, item.index), () => digestSafely(work, item))
  }
  return digested
}

interface Work {
  readonly record: SpoolRecord
  readonly context: RecordContext
  readonly items: RecordItems
  readonly digested: DigestedRecord
  /** The id named in the answer belongs to the first event. */
  promisedId: string | undefined
}

/** One bad item never costs its siblings. */
function digestSafely(work: Work, item: RecordItem): void {
  const { digested, record } = work
  const forgetItem = forgetting(digested)
  const overruns = work.context.budget?.overruns(itemMark(record.position, item.index)) ?? 0
  if (overruns > 0) return setAside(work, item, overruns)
  try {
    digestItem(work, item)
  } catch (error) {
    forgetItem()
    const digest = hash('sha256', `${work.context.spoolId}:${record.position}:${item.index}`).slice(0, 8)
    digested.failures.push({ digest, itemType: item.type, error })
    digested.counts.push(droppedCount(record, item.type, 'internal'))
    digested.raw.push(rawItem(work, item))
  }
}

/** Cuts back to what is there now: what an item made before it failed is in the raw item too, and would be stored twice. */
function forgetting({ events, raw, sessions, counts }: DigestedRecord): () => void {
  const before = [events, raw, sessions, counts].map((list) => ({ list, length: list.length }))
  return () => {
    for (const { list, length } of before) list.length = length
  }
}

/** Once: it is kept unread, but scrubbed. Twice: scrubbing is what takes so long, and nothing unscrubbed is stored. */
function setAside(work: Work, item: RecordItem, overruns: number): void {
  const { digested, record } = work
  digested.counts.push(droppedCount(record, item.type, 'too_costly'))
  if (overruns === 1) digested.raw.push(rawItem(work, item))
  else digested.setAside.push({ name: `${record.position}-${item.index}`, bytes: item.payload })
}

function digestItem(work: Work, item: RecordItem): void {
  if (item.type === 'raw_security') return digestReports(work, item)
  if (item.type === 'session' || item.type === 'sessions') return digestSessions(work, item)
  if (item.type !== 'event') return keepRaw(work, item)
  const decoded = decode(item.payload)
  if (decoded instanceof Drop) return drop(work, item, decoded)
  const type = foreignType(decoded.payload['type'])
  if (type !== undefined) return keepRaw(work, { ...item, type })
  digestPayload(work, item, decoded)
}

/** Old clients send transactions as events that say so. */
function foreignType(type: Json | undefined): string | undefined {
  return type === 'transaction' || type === 'feedback' ? type : undefined
}

function digestReports(work: Work, item: RecordItem): void {
  const reports = readSecurityReports(item.payload)
  if (reports instanceof Drop) return drop(work, item, reports)
  for (const [index, report] of reports.entries()) {
    if (report instanceof Drop) drop(work, item, report)
    else if (report.kind === 'other') keepRaw(work, { ...item, payload: bytesOf(report) })
    else digestPayload(work, item, madeOf(report, work.record.receipt), index)
  }
}

function madeOf(report: SecurityReport, receipt: Receipt): Decoded {
  return { payload: withoutHazards(securityPayload(report, receipt)), json: undefined }
}

function bytesOf(report: SecurityReport): Uint8Array {
  return Buffer.from(JSON.stringify({ type: report.type, body: report.fields }))
}

/** `part`: which of the events that the item makes. */
function digestPayload(work: Work, item: RecordItem, { payload, json }: Decoded, part = 0): void {
  const { record, context, digested } = work
  const { receipt } = record
  const row = digestError(payload, {
    seq: record.position,
    projectId: receipt.projectId,
    eventId: takeEventId(work, payload, placeOf(record, item, part)),
    received: {
      at: receipt.receivedAt,
      sentAt: work.items.sentAt,
      address: receipt.clientAddress,
      userAgent: receipt.userAgent,
      clientHints: receipt.clientHints ?? {},
      sdk: work.items.sdk,
    },
    settings: context.settings,
    rules: scrubRulesOf(context.settings),
    filters: context.filters ?? filtersOf(context.settings),
  })
  if (row instanceof Drop) return drop(work, item, row)
  const counts = [
    ...acceptedCounts(record, categoryOf(item.type), row.document.cuts),
    ...scrubbedCounts(record, categoryOf(item.type), row.document.scrubbed),
  ]
  digested.events.push({
    row,
    mark: itemMark(record.position, item.index),
    itemType: item.type,
    rules: rulesOf(context.settings),
    counts,
    payloadJson: row.document.payload === payload ? json : undefined,
  })
}

function digestSessions(work: Work, item: RecordItem): void {
  const { record, context, digested, items } = work
  const decoded = decode(item.payload)
  if (decoded instanceof Drop) return drop(work, item, decoded)
  const { projectId, receivedAt } = record.receipt
  const digest = item.type === 'session' ? digestSession : digestSessionCounts
  const rows = digest(decoded.payload, {
    seq: record.position,
    projectId,
    received: { at: receivedAt, sentAt: items.sentAt },
    isFiltered: unwantedReleases(context.settings),
  })
  if (rows instanceof Drop) return drop(work, item, rows)
  digested.sessions.push(...rows)
  digested.counts.push(countOf(record, categoryOf(item.type), 'accepted', ''))
}

/** Only the first event of a record is called by its position alone: a position plus an index may be the position of another record. */
function placeOf({ position }: SpoolRecord, { index }: RecordItem, part: number): string {
  return index === 0 && part === 0 ? String(position) : `${position}:${index}:${part}`
}

/** The promised id, else the payload's own, else one that a replay of the spool makes again. */
function takeEventId(work: Work, payload: JsonObject, place: string): string {
  const promised = normaliseEventId(work.promisedId)
  work.promisedId = undefined
  return (
    promised ??
    normaliseEventId(payload['event_id']) ??
    hash('sha256', `${work.context.spoolId}:event:${place}`).slice(0, 32)
  )
}

function drop({ digested, record }: Work, item: RecordItem, { reason }: Drop): void {
  digested.counts.push(droppedCount(record, item.type, reason))
}

function keepRaw(work: Work, item: RecordItem): void {
  work.digested.raw.push(rawItem(work, item))
  work.digested.counts.push(countOf(work.record, categoryOf(item.type), 'kept_raw', ''))
}

function rawItem({ record, context, digested }: Work, item: RecordItem): RawItemRow {
  const { header, body, scrubbed } = scrubItemSafely(item, context.settings)
  digested.counts.push(...scrubbedCounts(record, categoryOf(item.type), scrubbed))
  return {
    seq: record.position,
    projectId: record.receipt.projectId,
    receivedAt: record.receipt.receivedAt,
    itemType: item.type,
    eventId: normaliseEventId(record.receipt.eventId),
    header,
    body,
  }
}
