import type { GroupingVersion } from '#domain/issues/grouping.ts'
import { hash } from 'node:crypto'
import { categoryOf } from '#domain/intake/item-type.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { Drop } from '#domain/intake/outcome.ts'
import { normaliseEventId } from '#protocol/event-id.ts'
import type { SpoolRecord } from '#spool/spool.ts'
import { acceptedCounts, scrubbedCounts } from '#digest/counts.ts'
import type { PositionedCount } from '#digest/counts.ts'
import { decode } from '#digest/decode.ts'
import type { Decoded } from '#digest/decode.ts'
import { rulesOf, type GroupingRules } from '#event/grouping/grouping-rules.ts'
import { itemMark } from '#digest/item-budget.ts'
import type { RecordItem } from '#digest/record-items.ts'
import { scrubRulesOf } from '#digest/scrub/scrub.ts'
import { dropped, reading } from '#digest/kinds/kind.ts'
import type { ItemContext, Reading } from '#digest/kinds/kind.ts'
import type { BuildFolders } from './build-folders.ts'
import { digestError } from './digest.ts'
import type { UngroupedRow } from './event-row.ts'
import type { FiltersOf } from './filter.ts'

export interface ReadEvent {
  readonly row: UngroupedRow
  /** Of the item that the event was made of. */
  readonly mark: number
  readonly itemType: string
  /** By which it was grouped, and will be with its maps. */
  readonly rules: GroupingRules
  readonly groupingVersion: GroupingVersion
  /** What is counted if the event turns out to be new. */
  readonly counts: readonly PositionedCount[]
  /** The bytes of the payload as it was sent, where no stage had to change it: it needs not be written out once more. */
  readonly payloadJson: Uint8Array | undefined
}

export interface ReadTools {
  readonly filters: FiltersOf
  readonly folders?: BuildFolders
}

export function readError(item: RecordItem, context: ItemContext, tools: ReadTools): Reading<ReadEvent> {
  const decoded = decode(item.payload)
  if (decoded instanceof Drop) return dropped(item, context, decoded)
  const type = foreignType(decoded.payload['type'])
  if (type !== undefined) return reading([], [], [{ ...item, type }])
  const event = readEvent(item, context, decoded, tools)
  return event instanceof Drop ? dropped(item, context, event) : reading([event])
}

/** Old clients send transactions as events that say so. */
function foreignType(type: Json | undefined): string | undefined {
  return type === 'transaction' || type === 'feedback' ? type : undefined
}

/** `part`: which of the events that the item makes. */
export function readEvent(
  item: RecordItem,
  context: ItemContext,
  { payload, json }: Decoded,
  { filters, folders }: ReadTools,
  part = 0,
): ReadEvent | Drop {
  const { record, settings } = context
  const { receipt } = record
  const row = digestError(payload, {
    seq: record.position,
    projectId: receipt.projectId,
    eventId: eventIdOf(context, payload, placeOf(record, item, part)),
    received: {
      at: receipt.receivedAt,
      sentAt: context.sentAt,
      address: receipt.clientAddress,
      userAgent: receipt.userAgent,
      clientHints: receipt.clientHints ?? {},
      sdk: context.sdk,
    },
    settings,
    rules: scrubRulesOf(settings),
    filters: filters(settings),
    routes: context.routes,
    folders,
  })
  if (row instanceof Drop) return row
  if (row.traceId !== undefined) context.thinning?.sawError(row.traceId, row.receivedAt)
  const category = categoryOf(item.type)
  return {
    row,
    mark: itemMark(record.position, item.index),
    itemType: item.type,
    rules: rulesOf(settings),
    groupingVersion: settings.groupingVersion,
    counts: [
      ...acceptedCounts(record, category, row.document.cuts),
      ...scrubbedCounts(record, category, row.document.scrubbed),
    ],
    payloadJson: row.document.payload === payload ? json : undefined,
  }
}

/** Only the first event of a record is called by its position alone: a position plus an index may be the position of another record. */
function placeOf({ position }: SpoolRecord, { index }: RecordItem, part: number): string {
  return index === 0 && part === 0 ? String(position) : `${position}:${index}:${part}`
}

/** The promised id, else the payload's own, else one that a replay of the spool makes again. */
function eventIdOf(context: ItemContext, payload: JsonObject, place: string): string {
  return (
    normaliseEventId(context.takePromisedId()) ??
    normaliseEventId(payload['event_id']) ??
    hash('sha256', `${context.spoolId}:event:${place}`).slice(0, 32)
  )
}
