import { setImmediate as nextTurn } from 'node:timers/promises'
import { LIMITS } from '#domain/limits.ts'
import { currentQuestion } from '#domain/question.ts'
import { createProjectRoutes } from '#domain/routes/project-routes.ts'
import {
  createRenames,
  nameAgain,
  releasesApart,
  type Renames,
  type StoredName,
} from '#domain/routes/renames.ts'
import type { TimeRange } from '#domain/time-range.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { RoutesRevision } from '#stores/records/routes.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'

export interface FoundRenames {
  readonly renames: Renames
  /** There were more names than are looked at: the rarest have those that they were stored with. */
  readonly isCut: boolean
}

/** What has another name today than when it was stored. */
export interface RouteRenames {
  /** Undefined: nothing in this range can have. */
  of(projectId: string, range: TimeRange): Promise<FoundRenames | undefined>
  /** What was stored under this name and has another one today, the most frequent first. */
  newNames(projectId: string, range: TimeRange, route: string): Promise<readonly string[]>
  /** Names single rows of the project. */
  namer(projectId: string): Promise<(receivedAt: number, stored: StoredName) => string | undefined>
}

interface Deps {
  readonly records: Pick<RecordStore, 'routes'>
  readonly telemetry: Pick<TelemetryStore, 'storedNames'>
  readonly now: () => number
  /** Names that are looked at. */
  readonly most?: number
}

const HOUR_MS = 3_600_000
/** Named in one go; the server answers others in between. */
const NAMED_AT_ONCE = 250
/** While rows may still be stored under names from before a change. */
const UNSETTLED_MS = 5_000

export function createRouteRenames(deps: Deps): RouteRenames {
  const registries = createShared<Registry>(deps.now)
  const tables = createShared<FoundRenames>(deps.now)
  const registry = (projectId: string, { revision }: RoutesRevision) =>
    registries(`${projectId} ${revision}`, Infinity, () => readRegistry(deps, projectId))
  return {
    async of(projectId, range) {
      const changed = await deps.records.routes.revision(projectId)
      const asked = changed && namedBefore(changed, range)
      if (asked === undefined) return undefined
      const until = settledAt(changed!) <= deps.now() ? Infinity : deps.now() + UNSETTLED_MS
      const key = `${projectId} ${changed!.revision} ${asked.from} ${asked.to}`
      return tables(key, until, async () =>
        readRenames(deps, projectId, asked, await registry(projectId, changed!)),
      )
    },
    async newNames(projectId, range, route) {
      const changed = await deps.records.routes.revision(projectId)
      const asked = changed && namedBefore(changed, range)
      if (asked === undefined) return []
      return readNewNames(
        deps,
        { projectId, range: asked, called: route },
        await registry(projectId, changed!),
      )
    },
    async namer(projectId) {
      const changed = await deps.records.routes.revision(projectId)
      if (changed === undefined) return (_, { route }) => route
      const { routes } = await registry(projectId, changed)
      const settled = settledAt(changed)
      return (receivedAt, stored) => (receivedAt >= settled ? stored.route : nameAgain(stored, routes))
    },
  }
}

const settledAt = ({ changedAt }: RoutesRevision): number => changedAt + LIMITS.routes.changeSettlesMs

/** The part of the range whose names may be from before the last change, in full hours: few answers serve many ranges. */
function namedBefore(changed: RoutesRevision, { from, to }: TimeRange): TimeRange | undefined {
  const start = Math.floor(from / HOUR_MS) * HOUR_MS
  const end = Math.min(Math.ceil(to / HOUR_MS) * HOUR_MS, settledAt(changed))
  return from < end && start < end ? { from: start, to: end } : undefined
}

interface Registry {
  readonly routes: ReturnType<typeof createProjectRoutes>
  readonly releases: readonly string[]
}

async function readRegistry({ records }: Deps, projectId: string): Promise<Registry> {
  const stored = await records.routes.all(projectId)
  return { routes: createProjectRoutes(stored), releases: releasesApart(stored) }
}

async function readRenames(
  { telemetry, most: limit = LIMITS.routes.renamed }: Deps,
  projectId: string,
  range: TimeRange,
  { routes, releases }: Registry,
): Promise<FoundRenames> {
  const names = await telemetry.storedNames({ projectId, range }, { releases, limit: limit + 1 })
  const found = createRenames(routes)
  for (let at = 0; at < Math.min(names.length, limit); at += NAMED_AT_ONCE) {
    found.add(names.slice(at, Math.min(at + NAMED_AT_ONCE, limit)))
    await nextTurn()
    currentQuestion()?.signal.throwIfAborted()
  }
  return { renames: { releases, list: found.list() }, isCut: names.length > limit }
}

async function readNewNames(
  { telemetry }: Deps,
  { called, ...scope }: { readonly projectId: string; readonly range: TimeRange; readonly called: string },
  { routes, releases }: Registry,
): Promise<readonly string[]> {
  const names = await telemetry.storedNames(scope, { releases, limit: NAMED_AT_ONCE, called })
  const moved = names
    .map((stored) => nameAgain(stored, routes) ?? stored.address)
    .filter((name) => name !== called)
  return [...new Set(moved)]
}

/**
 * The latest answers by key. Work that is under way is shared within one question only: whoever asked first may leave, and
 * that ends their work.
 */
function createShared<T>(now: () => number) {
  const answers = new Map<string, { readonly answer: T; readonly until: number }>()
  const underWay = new Map<string, { readonly question: unknown; readonly work: Promise<T> }>()
  return async (key: string, until: number, read: () => Promise<T>): Promise<T> => {
    const known = answers.get(key)
    if (known !== undefined && known.until > now()) return known.answer
    const begun = underWay.get(key)
    const question = currentQuestion()
    if (begun !== undefined && begun.question === question) return begun.work
    const work = read()
    underWay.set(key, { question, work })
    try {
      const answer = await work
      answers.delete(key)
      answers.set(key, { answer, until })
      const [oldest] = answers.keys()
      if (answers.size > LIMITS.routes.renameTables) answers.delete(oldest!)
      return answer
    } finally {
      if (underWay.get(key)?.work === work) underWay.delete(key)
    }
  }
}
