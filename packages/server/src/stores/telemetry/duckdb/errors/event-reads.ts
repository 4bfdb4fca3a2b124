import { readBreakdown, readTagKeys } from './breakdown.ts'
import { readBreakdowns } from './breakdowns.ts'
import { searchEvents, searchIssues } from './event-search.ts'
import { readNeighbours } from './neighbours.ts'
import { readFollowing, readPage } from './page.ts'
import { readRank } from './rank.ts'
import { readReached, readWindows } from './thresholds.ts'
import { readTimeSeries } from './time-series.ts'

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
