import { BIGINT, BOOLEAN, DOUBLE, UUID, VARCHAR } from '@duckdb/node-api'

import type { PrefetchReport } from '#domain/traces/navigation.ts'

import { type Column, chunksOf } from '#stores/telemetry/duckdb/chunks/columns-writer.ts'
import { requireDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import type { ColumnsTable } from '#stores/telemetry/duckdb/kind.ts'
import {
  navigationRows,
  observed,
  prefetchOf,
  type NavigationRow,
} from '#stores/telemetry/sql/spans/navigation-rows.ts'
import { traceKey } from './span-columns.ts'
import { spanKey } from '#stores/telemetry/sql/spans/span-values.ts'

const text = (read: (row: NavigationRow) => string | undefined): Column<NavigationRow> => ({
  type: VARCHAR,
  write: (row) => read(row)?.toWellFormed() ?? null,
})

const place = (end: 'from' | 'to', field: 'route' | 'path'): Column<NavigationRow> =>
  text(({ facts }) => (facts.kind === 'report' ? undefined : facts[end]?.[field]))

const reported = (field: Exclude<keyof PrefetchReport, 'kind'>): Column<NavigationRow> => ({
  type: BIGINT,
  write: ({ facts }) => (facts.kind === 'report' ? BigInt(facts[field]) : null),
})

/** In the order of the table: the appender goes by position. */
const COLUMNS: ReadonlyArray<Column<NavigationRow>> = [
  { type: BIGINT, write: ({ span }) => BigInt(span.seq) },
  { type: BIGINT, write: ({ span }) => requireDecimalId(span.projectId) },
  { type: BIGINT, write: ({ span }) => BigInt(span.receivedAt) },
  { type: UUID, write: ({ span }) => traceKey(span.traceId) },
  { type: BIGINT, write: ({ span }) => spanKey(span.spanId) },
  text(({ facts }) => facts.kind),
  place('from', 'route'),
  place('from', 'path'),
  place('to', 'route'),
  place('to', 'path'),
  text(({ facts }) => observed(facts, ({ served }) => served)),
  { type: DOUBLE, write: ({ facts }) => observed(facts, ({ waitMs }) => waitMs) ?? null },
  text(({ facts }) => prefetchOf(facts)),
  text(({ facts }) => observed(facts, ({ cacheState }) => cacheState)),
  text(({ facts }) => observed(facts, ({ failure }) => failure)),
  { type: BOOLEAN, write: ({ facts }) => observed(facts, ({ isFollowUp }) => isFollowUp) ?? false },
  text(({ span, facts }) => observed(facts, ({ releaseBefore }) => releaseBefore) ?? span.release),
  text(({ span }) => span.environment),
  text(({ span }) => span.user),
  { type: DOUBLE, write: ({ span }) => span.sampleRate ?? null },
  reported('started'),
  reported('used'),
  reported('unused'),
  reported('failed'),
  reported('unusedBytes'),
  text(({ facts }) => (facts.kind === 'report' ? undefined : facts.to.sentRoute)),
  // Of a navigation only the page it leads to is named by an SDK, and no server names it.
  { type: BOOLEAN, write: ({ facts }) => (facts.kind === 'report' ? null : false) },
]

export const navigationColumns: ColumnsTable = {
  table: 'navigations',
  chunks: ({ spans = [] }, position) =>
    chunksOf(COLUMNS, navigationRows(spans.filter(({ seq }) => seq >= position))),
}
