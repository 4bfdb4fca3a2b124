import type { Renames } from '#domain/routes/renames.ts'
import { coveringBoth, type TimeRange } from '#domain/time-range.ts'
import type {
  Condition,
  Dimension,
  EventSummary,
  Scope,
  TelemetryStore,
} from '#stores/telemetry/telemetry.ts'
import type { SpanScope } from '#stores/telemetry/span-search.ts'
import type { RouteRenames } from './route-renames.ts'

interface AnyScope {
  readonly projectId: string
  readonly range: TimeRange
  readonly renames?: Renames
}

/** The store as people read it: whatever asks for a route or answers one has the names of today. */
export function renamedTelemetry(telemetry: TelemetryStore, renames: RouteRenames): TelemetryStore {
  const renamed = async <S extends AnyScope>(scope: S, isNeeded = true): Promise<S> => {
    const found = isNeeded ? await renames.of(scope.projectId, scope.range) : undefined
    return found === undefined ? scope : { ...scope, renames: found.renames }
  }
  return {
    ...telemetry,
    ...renamedVisits(telemetry, renamed),
    ...renamedEvents(telemetry, renamed),
    async get(projectId, eventId) {
      const event = await telemetry.get(projectId, eventId)
      return event && (await named(renames, [event]))[0]
    },
    async find(...asked) {
      return named(renames, await telemetry.find(...asked))
    },
    async page(scope, options) {
      const { events, next } = await telemetry.page(await renamed(scope, asksRoute(scope)), options)
      return { events: await named(renames, events), next }
    },
    async searchEvents(scope, options) {
      const { events, ...rest } = await telemetry.searchEvents(
        await renamed(scope, asksRoute(scope)),
        options,
      )
      return { events: await named(renames, events), ...rest }
    },
  }
}

type Renamed = <S extends AnyScope>(scope: S, isNeeded?: boolean) => Promise<S>

function renamedVisits(telemetry: TelemetryStore, renamed: Renamed) {
  return {
    routeStats: async (scope, options) =>
      telemetry.routeStats(
        await renamed(scope, options.by === 'route' || scope.route !== undefined),
        options,
      ),
    comparedRoutes: async (scope, options) => {
      const both = await renamed({ ...scope, range: coveringBoth(scope.range, options.before) })
      return telemetry.comparedRoutes({ ...both, range: scope.range }, options)
    },
    routeDetails: async (scope, options) => {
      const both = await renamed({ ...scope, range: coveringBoth(scope.range, options.before) })
      return telemetry.routeDetails({ ...both, range: scope.range }, options)
    },
    vitalSamples: async (scope, options) =>
      telemetry.vitalSamples(await renamed(scope, scope.route !== undefined), options),
    segments: async (scope, options) => telemetry.segments(await renamed(scope), options),
    searchSpans: async (scope, options) =>
      telemetry.searchSpans(await renamedPlaces(scope, renamed), options),
    countSpans: async (scope, options) => telemetry.countSpans(await renamedPlaces(scope, renamed), options),
    routePairs: async (scope, options) => telemetry.routePairs(await renamed(scope), options),
  } satisfies Partial<TelemetryStore>
}

async function renamedPlaces(scope: SpanScope, renamed: Renamed): Promise<SpanScope> {
  return { ...scope, places: await Promise.all(scope.places.map((place) => renamed(place))) }
}

function renamedEvents(telemetry: TelemetryStore, renamed: Renamed) {
  return {
    timeSeries: async (scope, options) =>
      telemetry.timeSeries(await renamed(scope, asksRoute(scope, options.by)), options),
    breakdown: async (scope, options) =>
      telemetry.breakdown(await renamed(scope, asksRoute(scope, options.by)), options),
    breakdowns: async (scope, options) =>
      telemetry.breakdowns(
        await renamed(scope, asksRoute(scope, ...options.of.map(({ by }) => by))),
        options,
      ),
    neighbours: async (scope, at) => telemetry.neighbours(await renamed(scope, asksRoute(scope)), at),
    rank: async (scope, at) => telemetry.rank(await renamed(scope, asksRoute(scope)), at),
    searchIssues: async (scope, options) =>
      telemetry.searchIssues(await renamed(scope, asksRoute(scope)), options),
  } satisfies Partial<TelemetryStore>
}

function asksRoute({ where = [] }: Scope, ...by: ReadonlyArray<Dimension | undefined>): boolean {
  return by.includes('route') || where.some(isAboutRoute)
}

function isAboutRoute(condition: Condition): boolean {
  if (condition.op === 'not') return isAboutRoute(condition.of)
  if (condition.op === 'all' || condition.op === 'any') return condition.of.some(isAboutRoute)
  return condition.op !== 'text' && condition.dimension === 'route'
}

async function named<E extends EventSummary>(
  renames: RouteRenames,
  events: readonly E[],
): Promise<readonly E[]> {
  const projects = [...new Set(events.map(({ projectId }) => projectId))]
  const namers = new Map(
    await Promise.all(projects.map(async (id) => [id, await renames.namer(id)] as const)),
  )
  return events.map((event) => {
    const { projectId, receivedAt, url, route, release, sentRoute, sentByServer } = event
    if (url === undefined) return event
    const sent = sentByServer === undefined ? undefined : { route: sentRoute, byServer: sentByServer }
    return { ...event, route: namers.get(projectId)!(receivedAt, { address: url, route, release, sent }) }
  })
}
