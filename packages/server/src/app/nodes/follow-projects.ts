import { throttleLatest } from '#app/http/throttle-latest.ts'
import type { Log } from '#domain/log.ts'
import type { RecordStore } from '#stores/records/records.ts'

const TABLES: ReadonlySet<string> = new Set(['projects', 'project_keys', 'route_revisions'])

/** Many changes at once are one. */
const RELOAD_MS = 100

/** Keys, settings and routes that another node changed. */
export function followProjects(
  core: { readonly records: Pick<RecordStore, 'news'>; projectsChanged(): Promise<void> },
  log: Log,
): void {
  const reload = throttleLatest(RELOAD_MS, () => {
    core
      .projectsChanged()
      .catch((error: unknown) => log.warn('keys and settings are those of before', { error }))
  })
  core.records.news.hear((news) => {
    if (news.kind === 'missed' || (news.kind === 'changed' && TABLES.has(news.table))) reload(undefined)
  })
}
