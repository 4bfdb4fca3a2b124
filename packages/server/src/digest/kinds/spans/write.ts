import type { Table } from '#digest/kinds/kind.ts'
import type { EncodedSpan } from './span-row.ts'

export const spanTable: Table<EncodedSpan, EncodedSpan> = {
  name: 'spans',
  async prepare(rows) {
    return {
      counts: [],
      releases: rows,
      events: [],
      finish: () => ({ rows: { spans: rows }, items: rows.length, projects: [] }),
    }
  },
}
