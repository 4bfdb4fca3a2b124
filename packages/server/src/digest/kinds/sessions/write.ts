import type { SessionRow } from '#stores/telemetry/sessions.ts'
import type { Table } from '#digest/kinds/kind.ts'

export const sessionTable: Table<SessionRow, SessionRow> = {
  name: 'sessions',
  async prepare(sessions) {
    return {
      counts: [],
      releases: sessions,
      events: [],
      finish: () => ({ rows: { sessions }, items: sessions.length, projects: [] }),
    }
  },
}
