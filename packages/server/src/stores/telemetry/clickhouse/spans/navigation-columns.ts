import type { PrefetchReport } from '#domain/traces/navigation.ts'

import type { SpanRow } from '#stores/telemetry/spans.ts'
import {
  navigationRows as rowsOf,
  observed,
  prefetchOf,
  type NavigationRow,
} from '#stores/telemetry/sql/spans/navigation-rows.ts'
import { type Column, type TableRows, tableRows } from '#stores/telemetry/clickhouse/table.ts'
import { spanPlace } from './span-rows.ts'

const text = (name: string, read: (row: NavigationRow) => string | undefined): Column<NavigationRow> => ({
  name,
  write: (row) => read(row)?.toWellFormed(),
})

const place = (name: string, end: 'from' | 'to', field: 'route' | 'path'): Column<NavigationRow> =>
  text(name, ({ facts }) => (facts.kind === 'report' ? undefined : facts[end]?.[field]))

const reported = (name: string, field: Exclude<keyof PrefetchReport, 'kind'>): Column<NavigationRow> => ({
  name,
  write: ({ facts }) => (facts.kind === 'report' ? facts[field] : undefined),
})

const COLUMNS: ReadonlyArray<Column<NavigationRow>> = [
  ...spanPlace(({ span }: NavigationRow) => span),
  text('kind', ({ facts }) => facts.kind),
  place('from_route', 'from', 'route'),
  place('from_path', 'from', 'path'),
  place('to_route', 'to', 'route'),
  place('to_path', 'to', 'path'),
  text('served', ({ facts }) => observed(facts, ({ served }) => served)),
  { name: 'wait_ms', write: ({ facts }) => observed(facts, ({ waitMs }) => waitMs) },
  text('prefetch', ({ facts }) => prefetchOf(facts)),
  text('cache_state', ({ facts }) => observed(facts, ({ cacheState }) => cacheState)),
  text('failure', ({ facts }) => observed(facts, ({ failure }) => failure)),
  { name: 'is_follow_up', write: ({ facts }) => observed(facts, ({ isFollowUp }) => isFollowUp) ?? false },
  text('release', ({ span, facts }) => observed(facts, ({ releaseBefore }) => releaseBefore) ?? span.release),
  text('environment', ({ span }) => span.environment),
  text('user_key', ({ span }) => span.user),
  { name: 'sample_rate', write: ({ span }) => span.sampleRate },
  reported('started', 'started'),
  reported('used', 'used'),
  reported('unused', 'unused'),
  reported('failed', 'failed'),
  reported('unused_bytes', 'unusedBytes'),
  text('to_sent_route', ({ facts }) => (facts.kind === 'report' ? undefined : facts.to.sentRoute)),
  // Of a navigation only the page it leads to is named by an SDK, and no server names it.
  { name: 'sent_by_server', write: ({ facts }) => (facts.kind === 'report' ? undefined : false) },
]

export const navigationRows = (spans: readonly SpanRow[]): TableRows =>
  tableRows('navigations', COLUMNS, rowsOf(spans))
