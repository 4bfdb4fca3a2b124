import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import { learnPatterns } from '#domain/routes/learn.ts'
import { nameRoute } from '#domain/routes/name-route.ts'
import { createProjectRoutes, type StoredRoutes } from '#domain/routes/project-routes.ts'
import { innerPathOf } from '#domain/routes/registry.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { Job } from '#product/common/jobs/scheduler.ts'
import { readVisitedUrls, type VisitedUrl } from '#product/routes/query/visited-urls.ts'

/** A new page has a name within the hour; each run reads a week of addresses of every project. */
const EVERY_MS = 60 * 60 * 1000
const FIRST_AFTER_MS = 5 * 60 * 1000

/** Patterns for addresses that neither rule nor manifest names. */
export function learnRoutesJob(deps: {
  readonly records: Pick<RecordStore, 'projects' | 'routes'>
  readonly telemetry: Pick<TelemetryStore, 'breakdown'>
  /** Whoever names routes learns of new patterns. */
  readonly changed: () => Promise<void>
  readonly now: () => number
  readonly log: Log
}): Job {
  const learn = async (projectId: string): Promise<boolean> => {
    const stored = await deps.records.routes.all(projectId)
    const urls = await readVisitedUrls(deps.telemetry, projectId, deps.now(), LIMITS.routes.learnedFrom)
    const learned = learnFrom(stored, urls)
    // What is known of a project that was quiet for a week stays.
    if (urls.length === 0 || learned.join('\n') === stored.learned.join('\n')) return false
    await deps.records.routes.setLearned(projectId, learned, deps.now())
    return true
  }
  return {
    name: 'learn-routes',
    everyMs: EVERY_MS,
    firstAfterMs: FIRST_AFTER_MS,
    async run(signal) {
      let isChanged = false
      for (const { id } of await deps.records.projects.all()) {
        if (signal.aborted) break
        try {
          isChanged = (await learn(id)) || isChanged
        } catch (error) {
          if (!signal.aborted)
            deps.log.error('the routes of a project could not be learned', { projectId: id, error })
        }
      }
      if (isChanged) await deps.changed()
    },
  }
}

function learnFrom(stored: StoredRoutes, urls: readonly VisitedUrl[]): readonly string[] {
  const registry = createProjectRoutes({ ...stored, learned: [] }).of(undefined)
  const paths = urls.flatMap(({ url, events }) => {
    const inner = nameRoute({ url }, registry) === undefined ? innerPathOf(url, registry) : undefined
    return inner === undefined ? [] : [{ path: inner.path, count: events }]
  })
  return learnPatterns(paths, stored.learned)
}
