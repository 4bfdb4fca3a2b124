import { clockOf } from '#event/clock.ts'
import { readEnvironment, readRelease } from '#event/release.ts'
import { objectOr } from '#event/read.ts'
import { categoryOf } from '#domain/intake/item-type.ts'
import { Drop } from '#domain/intake/outcome.ts'
import type { DropReason, Outcome } from '#domain/intake/outcome.ts'
import type { JsonObject } from '#domain/json.ts'
import { countOf, scrubbedCounts } from '#digest/counts.ts'
import type { PositionedCount } from '#digest/counts.ts'
import { decode } from '#digest/decode.ts'
import { OTLP_TRACES } from '#digest/otlp-item.ts'
import { readRate, type RecordItem } from '#digest/record-items.ts'
import { scrubRulesOf } from '#digest/scrub/scrub.ts'
import { dropped, reading } from '#digest/kinds/kind.ts'
import type { ItemContext, Reading } from '#digest/kinds/kind.ts'
import { readContainer } from './read-container.ts'
import { readLegacySpan } from './read-legacy-span.ts'
import { readOtlp } from './read-otlp.ts'
import { readTransaction } from './read-transaction.ts'
import { attributeText, type SentSpan, type SentSpans } from './sent-span.ts'
import { spanFilterOf } from './span-filter.ts'
import {
  encodeSpan,
  lacksStart,
  spanRow,
  type EncodedSpan,
  type ReadSpan,
  type SpanContext,
} from './span-row.ts'

/** Spans in whatever form they were sent. What is wrong with one of them costs no other. */
export function readSpans(item: RecordItem, context: ItemContext): Reading<EncodedSpan> {
  const decoded = item.type === OTLP_TRACES ? NO_JSON : decode(item.payload)
  if (decoded instanceof Drop) return dropped(item, context, decoded)
  const { payload } = decoded
  const sent = sentSpans(item, payload, context)
  if (sent instanceof Drop) return dropped(item, context, sent)
  const rows: ReadSpan[] = []
  const drops = new Map<DropReason, number>()
  const drop = (reason: DropReason, quantity: number) => {
    if (quantity > 0) drops.set(reason, (drops.get(reason) ?? 0) + quantity)
  }
  const common = commonOf(payload, sent, context)
  for (const span of sent.spans) {
    const row = spanRow(span, common)
    if (typeof row === 'string') drop(row, 1)
    else rows.push(row)
  }
  drop('malformed', sent.malformed)
  drop('too_many_items', sent.tooMany)
  const kept = context.thinning?.keep(rows) ?? rows
  drop('thinned_out', rows.length - kept.length)
  const counts = countsOf(item, context, kept, drops, sent.breadcrumbs)
  const undated = sent.spans.filter((span) => lacksStart(span, common)).length
  const encoded = kept.map(encodeSpan)
  if (undated === 0) return reading(encoded, counts)
  const cut = { ...countOf(context.record, 'span', 'cut', 'start_timestamp'), quantity: undated }
  return reading(encoded, [...counts, cut])
}

/** OpenTelemetry has its own encodings. */
const NO_JSON = { payload: {} }

function sentSpans(item: RecordItem, payload: JsonObject, context: ItemContext): Outcome<SentSpans> {
  if (item.type === OTLP_TRACES) return readOtlp(item, context)
  if (item.type === 'transaction') return readTransaction(payload)
  return Array.isArray(payload['items']) ? readContainer(payload) : readLegacySpan(payload)
}

function commonOf(payload: JsonObject, { spans }: SentSpans, context: ItemContext): SpanContext {
  const { record, settings, sentAt } = context
  const { receipt } = record
  const segment = spans.find(({ isSegment }) => isSegment)
  const said = (key: string) => segment && attributeText(segment.attributes, key)
  const isTransaction = payload['type'] === 'transaction'
  return {
    seq: record.position,
    projectId: receipt.projectId,
    receivedAt: receipt.receivedAt,
    shift: shiftOf(spans, { at: receipt.receivedAt, sentAt }),
    rules: { scrub: scrubRulesOf(settings), storeClientAddress: settings.storeClientAddress },
    filter: spanFilterOf(settings),
    routes: context.routes,
    received: {
      address: receipt.clientAddress,
      userAgent: receipt.userAgent,
      clientHints: receipt.clientHints ?? {},
    },
    mayInferAddress: objectOr(payload['ingest_settings'])['infer_ip'] === 'auto',
    sampleRate: context.sampleRate,
    ...(isTransaction && {
      sampleRate: context.sampleRate ?? readRate(segment?.attributes['sentry.sample_rate']),
      release: readRelease(said('sentry.release')),
      environment: readEnvironment(said('sentry.environment')),
    }),
  }
}

/** All spans of an item are moved by the same, so that what lay beside each other still does. */
function shiftOf(spans: readonly SentSpan[], received: { at: number; sentAt: number | undefined }): number {
  const last = spans.reduce((latest, { end }) => Math.max(latest, end), 0)
  if (last === 0) return 0
  return clockOf(last, received).repair(last) - last
}

/** Spans are counted one by one; a transaction is one, however many spans it brings. */
function countsOf(
  { type }: RecordItem,
  { record }: ItemContext,
  rows: readonly ReadSpan[],
  drops: ReadonlyMap<DropReason, number>,
  breadcrumbs: number,
): readonly PositionedCount[] {
  const category = categoryOf(type)
  const isWhole = type === 'transaction'
  const counts: PositionedCount[] = []
  if (rows.length > 0)
    counts.push({ ...countOf(record, category, 'accepted', ''), quantity: isWhole ? 1 : rows.length })
  for (const [reason, quantity] of drops) {
    const isOne = isWhole && reason === 'thinned_out' && rows.length === 0
    const of = isWhole && !isOne ? 'span' : category
    counts.push({ ...countOf(record, of, 'dropped', reason), quantity: isOne ? 1 : quantity })
  }
  const isCut = rows.some(({ details }) => details.cuts.length > 0)
  if (isCut) counts.push(countOf(record, category, 'cut', 'attributes'))
  if (breadcrumbs > 0) counts.push(countOf(record, category, 'cut', 'breadcrumbs'))
  counts.push(
    ...scrubbedCounts(
      record,
      category,
      rows.flatMap(({ details }) => details.scrubbed),
    ),
  )
  return counts
}
