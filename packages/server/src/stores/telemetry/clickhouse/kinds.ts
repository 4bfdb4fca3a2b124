import type { StoredKind } from '#domain/intake/stored-kind.ts'

import { readBreakdown, readTagKeys } from '#stores/telemetry/sql/errors/breakdown.ts'
import { readBreakdowns } from '#stores/telemetry/sql/errors/breakdowns.ts'
import { readRank } from '#stores/telemetry/sql/errors/rank.ts'
import { readReached, readWindows } from '#stores/telemetry/sql/errors/thresholds.ts'
import { readTimeSeries } from '#stores/telemetry/sql/errors/time-series.ts'
import { feedbackReads } from '#stores/telemetry/sql/feedback/feedback-page.ts'
import { sessionReads } from '#stores/telemetry/sql/sessions/session-reads.ts'
import { comparedRouteReads } from '#stores/telemetry/sql/spans/compared-routes.ts'
import { navigationReads } from '#stores/telemetry/sql/spans/navigation-stats.ts'
import { oldReleaseReads } from '#stores/telemetry/sql/spans/old-releases.ts'
import { routeDetailReads } from '#stores/telemetry/sql/spans/route-details.ts'
import { routeReads } from '#stores/telemetry/sql/spans/route-stats.ts'
import { spanReads } from '#stores/telemetry/sql/spans/segments.ts'
import { spanSearchReads } from '#stores/telemetry/sql/spans/span-search.ts'
import { storedNameReads } from '#stores/telemetry/sql/spans/stored-names.ts'
import { vitalReads } from '#stores/telemetry/sql/spans/vital-samples.ts'
import { searchEvents, searchIssues } from './errors/event-search.ts'
import { readFound, readIdentifiersOf, readProjectsWith } from './errors/identifiers.ts'
import { readNeighbours } from './errors/neighbours.ts'
import { readFollowing, readPage } from './errors/page.ts'
import { readEvent } from './errors/stored-event.ts'
import { readKnown } from './errors/stored-ids.ts'
import { readRawItemCounts, readRawItems } from './raw/raw-items.ts'
import { traceReads } from './spans/traces.ts'

/** The tables of each kind; of the first the rows are counted. Rows go in this order. */
export const TABLES: Readonly<Record<StoredKind, readonly [string, ...string[]]>> = {
  errors: ['events', 'identifiers', 'event_ids', 'documents'],
  sessions: ['sessions'],
  spans: ['spans', 'visits', 'navigations'],
  feedback: ['feedback'],
  raw: ['raw_items'],
}

/** The column that says where in the spool a row came from: its number, where every record has one. */
export const POSITION_OF: Readonly<Record<string, 'position' | 'seq'>> = {
  events: 'position',
  identifiers: 'position',
  event_ids: 'position',
  documents: 'position',
  raw_items: 'position',
  sessions: 'seq',
  spans: 'seq',
  visits: 'seq',
  navigations: 'seq',
  feedback: 'seq',
}

export const READS = {
  known: readKnown,
  get: readEvent,
  page: readPage,
  following: readFollowing,
  neighbours: readNeighbours,
  rank: readRank,
  find: readFound,
  projectsWith: readProjectsWith,
  identifiersOf: readIdentifiersOf,
  timeSeries: readTimeSeries,
  breakdown: readBreakdown,
  breakdowns: readBreakdowns,
  tagKeys: readTagKeys,
  windows: readWindows,
  reached: readReached,
  searchEvents,
  searchIssues,
  rawItems: readRawItems,
  rawItemCounts: readRawItemCounts,
  ...sessionReads,
  ...traceReads,
  ...spanReads,
  ...spanSearchReads,
  ...routeReads,
  ...routeDetailReads,
  ...comparedRouteReads,
  ...vitalReads,
  ...storedNameReads,
  ...navigationReads,
  ...oldReleaseReads,
  ...feedbackReads,
}
