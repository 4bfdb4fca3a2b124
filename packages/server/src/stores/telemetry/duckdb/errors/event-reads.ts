import { readBreakdown, readTagKeys } from '#stores/telemetry/sql/errors/breakdown.ts'
import { readBreakdowns } from '#stores/telemetry/sql/errors/breakdowns.ts'
import { searchEvents, searchIssues } from './event-search.ts'
import { readNeighbours } from './neighbours.ts'
import { readFollowing, readPage } from './page.ts'
import { readRank } from '#stores/telemetry/sql/errors/rank.ts'
import { readReached, readWindows } from '#stores/telemetry/sql/errors/thresholds.ts'
import { readTimeSeries } from '#stores/telemetry/sql/errors/time-series.ts'

export const eventReads = {
  page: readPage,
  following: readFollowing,
  neighbours: readNeighbours,
  rank: readRank,
  timeSeries: readTimeSeries,
  breakdown: readBreakdown,
  breakdowns: readBreakdowns,
  windows: readWindows,
  reached: readReached,
  searchEvents,
  searchIssues,
  tagKeys: readTagKeys,
}
