import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { readBreakdown, readTagKeys } from '#stores/telemetry/duckdb/errors/breakdown.ts'
import type { Columns } from './columns.ts'
import { searchEvents, searchIssues } from '#stores/telemetry/duckdb/errors/event-search.ts'
import type { Guard } from './guard.ts'
import { readFollowing, readPage } from '#stores/telemetry/duckdb/errors/page.ts'
import type { Query } from './reader-pool.ts'
import { readSessionCounts, readSessionSeries } from '#stores/telemetry/duckdb/sessions/session-counts.ts'
import { readReached, readWindows } from '#stores/telemetry/duckdb/errors/thresholds.ts'
import { readTimeSeries } from '#stores/telemetry/duckdb/errors/time-series.ts'

type Reads =
  | 'page'
  | 'following'
  | 'timeSeries'
  | 'breakdown'
  | 'windows'
  | 'reached'
  | 'searchEvents'
  | 'searchIssues'
  | 'tagKeys'
  | 'sessionCounts'
  | 'sessionSeries'

/** What is answered from the columns alone, by whichever reader is free. */
export function columnReads(columns: Columns, { guard }: Guard): Pick<TelemetryStore, Reads> {
  const reading = <A extends readonly unknown[], R>(read: (query: Query, ...args: A) => Promise<R>) =>
    guard((...args: A) => columns.read((query) => read(query, ...args)))
  return {
    page: reading(readPage),
    following: reading(readFollowing),
    timeSeries: reading(readTimeSeries),
    breakdown: reading(readBreakdown),
    windows: reading(readWindows),
    reached: reading(readReached),
    searchEvents: reading(searchEvents),
    searchIssues: reading(searchIssues),
    tagKeys: reading(readTagKeys),
    sessionCounts: reading(readSessionCounts),
    sessionSeries: reading(readSessionSeries),
  }
}
