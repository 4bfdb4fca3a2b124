import type { FeedbackRow } from '#stores/telemetry/feedback.ts'
import type { Table } from '#digest/kinds/kind.ts'

export const feedbackTable: Table<FeedbackRow, FeedbackRow> = {
  name: 'feedback',
  async prepare(feedback) {
    return {
      counts: [],
      releases: feedback,
      events: [],
      finish: () => ({ rows: { feedback }, items: feedback.length, projects: [] }),
    }
  },
}
