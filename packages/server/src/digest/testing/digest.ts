import type { SpanDetails } from '#domain/traces/span.ts'
import type { FeedbackRow } from '#stores/telemetry/feedback.ts'
import type { SessionRow } from '#stores/telemetry/sessions.ts'
import type { EncodedSpan, ReadSpan } from '#digest/kinds/spans/span-row.ts'
import type { RawItemRow } from '#stores/telemetry/telemetry.ts'
import { digestRecord } from '#digest/digest-record.ts'
import type { DigestedRecord, RecordContext } from '#digest/digest-record.ts'
import type { DigestedBatch } from '#digest/digest-batch.ts'
import type { Filter } from '#digest/kinds/errors/filter.ts'
import type { ReadEvent } from '#digest/kinds/errors/read.ts'
import type { WaitingEvent } from '#digest/kinds/errors/waiting-event.ts'
import { createKinds } from '#digest/kinds/list.ts'

export interface DigestedParts extends DigestedRecord {
  readonly events: readonly ReadEvent[]
  readonly sessions: readonly SessionRow[]
  readonly spans: readonly ReadSpan[]
  readonly feedback: readonly FeedbackRow[]
  readonly raw: readonly RawItemRow[]
}

type TestContext = Omit<RecordContext, 'kinds'> & { readonly filters?: readonly Filter[] }

/** A record as every kind of this version reads it, with the rows of each kind at hand. */
export function digestInParts(
  record: Parameters<typeof digestRecord>[0],
  { filters, ...context }: TestContext,
): DigestedParts {
  const kinds = createKinds(filters === undefined ? {} : { filters: () => filters })
  const digested = digestRecord(record, { ...context, kinds })
  return {
    ...digested,
    events: (digested.rows.get('errors') ?? []) as readonly ReadEvent[],
    sessions: (digested.rows.get('sessions') ?? []) as readonly SessionRow[],
    spans: ((digested.rows.get('spans') ?? []) as readonly EncodedSpan[]).map(decodeSpan),
    feedback: (digested.rows.get('feedback') ?? []) as readonly FeedbackRow[],
    raw: (digested.rows.get('raw') ?? []) as readonly RawItemRow[],
  }
}

function decodeSpan({ details, ...span }: EncodedSpan): ReadSpan {
  return { ...span, details: JSON.parse(details.json) as SpanDetails }
}

export function waitingEvents(batch: DigestedBatch): readonly WaitingEvent[] {
  const { rows } = batch.tables.find(({ table }) => table.name === 'errors')!
  return rows as readonly WaitingEvent[]
}
