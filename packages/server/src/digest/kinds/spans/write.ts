import type { SpanRow } from '#stores/telemetry/spans.ts'
import type { Table } from '#digest/kinds/kind.ts'

export const spanTable: Table<SpanRow, SpanRow> = {
  name: 'spans',
  async prepare(spans) {
    return {
      counts: [],
      releases: spans,
      events: [],
      finish: () => ({ rows: { spans }, items: spans.length, projects: [] }),
    }
  },
}
