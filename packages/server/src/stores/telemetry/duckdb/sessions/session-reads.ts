import { readSessionCounts, readSessionSeries } from './session-counts.ts'

export const sessionReads = { sessionCounts: readSessionCounts, sessionSeries: readSessionSeries }
