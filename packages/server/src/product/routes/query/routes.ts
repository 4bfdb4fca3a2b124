import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import { nameRoute, type NamedRoute } from '#domain/routes/name-route.ts'
import { parsePattern } from '#domain/routes/pattern.ts'
import { createProjectRoutes, type StoredRoutes } from '#domain/routes/project-routes.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { readVisitedUrls, type VisitedUrl } from './visited-urls.ts'

export interface RulePreview {
  /** As it would be stored; undefined: not a pattern. */
  readonly pattern: string | undefined
  readonly addresses: number
  readonly events: number
  readonly matches: ReadonlyArray<VisitedUrl & { readonly now: NamedRoute | undefined }>
  readonly matchedAddresses: number
  readonly matchedEvents: number
}

export interface RouteQueries {
  routes(project: Project): Promise<StoredRoutes>
  /** Which recent addresses the rule would name. */
  previewRule(project: Project, pattern: string): Promise<RulePreview>
}

const MOST_MATCHES = 100

export function createRouteQueries(deps: {
  readonly records: Pick<RecordStore, 'routes'>
  readonly telemetry: Pick<TelemetryStore, 'breakdown'>
  readonly now: () => number
}): RouteQueries {
  return {
    routes: ({ id }) => deps.records.routes.all(id),
    async previewRule({ id }, text) {
      const pattern = parsePattern(text)?.text
      const [stored, urls] = await Promise.all([
        deps.records.routes.all(id),
        readVisitedUrls(deps.telemetry, id, deps.now(), LIMITS.routes.previewed),
      ])
      return preview(stored, pattern, urls)
    },
  }
}

function preview(
  stored: StoredRoutes,
  pattern: string | undefined,
  urls: readonly VisitedUrl[],
): RulePreview {
  const today = createProjectRoutes(stored).of(undefined)
  const rules = pattern === undefined ? [] : [{ id: '', pattern, createdAt: 0 }]
  const alone = createProjectRoutes({ ...stored, rules }).of(undefined)
  const matching = urls.filter(({ url }) => nameRoute({ url }, alone)?.source === 'rule')
  return {
    pattern,
    addresses: urls.length,
    events: eventsOf(urls),
    matches: matching
      .slice(0, MOST_MATCHES)
      .map(({ url, events }) => ({ url, events, now: nameRoute({ url }, today) })),
    matchedAddresses: matching.length,
    matchedEvents: eventsOf(matching),
  }
}

function eventsOf(urls: readonly VisitedUrl[]): number {
  return urls.reduce((sum, { events }) => sum + events, 0)
}
