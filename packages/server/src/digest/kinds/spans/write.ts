import type { Table } from '#digest/kinds/kind.ts'
import type { ReadSpan } from './span-row.ts'

export const spanTable: Table<ReadSpan, ReadSpan> = {
  name: 'spans',
  async prepare(rows) {
    // As text: the rows go to another thread, and copying attributes one by one takes several times as long.
    const spans = rows.map((row) => ({ ...row, details: { json: JSON.stringify(row.details) } }))
    return {
      counts: [],
      releases: rows,
      events: [],
      finish: () => ({ rows: { spans }, items: rows.length, projects: [] }),
    }
  },
}
