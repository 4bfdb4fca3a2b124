import { readSessionCounts, readSessionHistory, readSessionSeries } from './session-counts.ts'
import { readSessionGroups } from './session-groups.ts'

export const sessionReads = {
  sessionCounts: readSessionCounts,
  sessionHistory: readSessionHistory,
  sessionSeries: readSessionSeries,
  sessionGroups: readSessionGroups,
}
