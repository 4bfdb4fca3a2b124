import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { Project, ProjectSettings } from '#domain/projects/project.ts'
import {
  daysKept,
  type Expiring,
  itemsKept,
  momentToKeep,
  retentionRefusal,
} from '#domain/intake/retention.ts'
import { STORED_KINDS, type StoredKind } from '#domain/intake/stored-kind.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { KindMoments, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { retentionState } from '#product/intake/commands/retention-state.ts'
import type { Job } from '#product/common/jobs/scheduler.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const SHORTLY_MS = 60_000

export interface RetentionDeps {
  readonly records: Pick<
    RecordStore,
    'projects' | 'issues' | 'rollups' | 'intake' | 'audit' | 'invitations' | 'facts'
  >
  readonly telemetry: Pick<TelemetryStore, 'expire' | 'dropBefore' | 'received'>
  /** Removes large bodies of raw items that were stored before the moment; answers how many. */
  readonly expireBodies: (before: number) => Promise<number>
  readonly now: () => number
  /** A monotonic clock. */
  readonly monotonic: () => number
  readonly log: Log
}

/**
 * Removes data older than each project's retention, and the oldest of what is more than the project keeps. Events go before their issues, so that an issue never disappears
 * while it has events. A failing project does not stop the others. If the clock is implausible, nothing is removed
 * until it is right or an operator confirms it.
 */
export function retentionJob(deps: RetentionDeps): Job {
  const { records, now, monotonic, log } = deps
  const state = retentionState(records.facts)
  let clocks = { wall: now(), monotonic: monotonic() }
  const bodies = onceADay(deps)
  const newestAtStart = newestReceipt(records).catch(() => undefined)

  async function refusal(time: number, projects: readonly Project[]): Promise<string | undefined> {
    if (await state.isConfirmed(time)) return undefined
    return retentionRefusal({
      now: time,
      last: await state.lastRun(),
      driftMs: time - clocks.wall - (monotonic() - clocks.monotonic),
      newest: await newestAtStart,
      expiring: (await Promise.all(projects.map((project) => expiringOf(deps, project, time)))).flat(),
    })
  }

  return {
    name: 'retention',
    everyMs: HOUR_MS,
    firstAfterMs: SHORTLY_MS,
    async run(signal) {
      const time = now()
      const projects = await records.projects.all()
      const why = await refusal(time, projects)
      if (why !== undefined) {
        await state.stop({ since: time, why })
        log.error('retention stopped and deletes nothing; see hindcast doctor', { why })
        return
      }
      clocks = { wall: time, monotonic: monotonic() }
      const isDone = await expireAll({ ...deps, expireBodies: bodies }, projects, time, signal)
      if (isDone) await state.ran({ at: time, projects: projects.map(({ id }) => id) })
    },
  }
}

async function expireAll(
  deps: RetentionDeps,
  projects: readonly Project[],
  time: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { records } = deps
  const failures: unknown[] = []
  const noted = (error: unknown) => void failures.push(error)
  const kept: Array<readonly [Project, KindMoments]> = []
  for (const project of projects)
    await momentsOf(deps, project, time).then((moments) => kept.push([project, moments]), noted)
  // Of a project whose moments are not known, nothing may go.
  if (kept.length > 0 && kept.length === projects.length && !signal.aborted) {
    const earliest = eachKind((kind) => Math.min(...kept.map(([, moments]) => moments[kind])))
    await dropAll(deps, earliest).catch(noted)
    await dropBodies(deps, earliest.raw).catch(noted)
  }
  for (const [project, moments] of kept) {
    if (signal.aborted) return false
    await expireProject(deps, project, moments).catch(noted)
  }
  await records.intake.expire(time - LIMITS.retentionDays * DAY_MS)
  await records.audit.expire(time - LIMITS.auditDays * DAY_MS)
  await records.invitations.expire(time)
  if (failures.length > 0) throw new AggregateError(failures, 'Some projects could not be expired.')
  return true
}

/** What no project keeps, where the store can let it go as a whole. */
async function dropAll({ telemetry, log }: RetentionDeps, earliest: KindMoments): Promise<void> {
  const gone = await telemetry.dropBefore(earliest)
  if (Object.values(gone).some((count) => count > 0)) log.info('expired of all projects', gone)
}

/** A body may belong to any project, and is never older than its item. */
async function dropBodies({ expireBodies, log }: RetentionDeps, earliestItem: number): Promise<void> {
  const gone = await expireBodies(earliestItem - DAY_MS)
  if (gone > 0) log.info('expired large bodies of raw items', { bodies: gone })
}

/** Looking for them goes through all that are kept. */
function onceADay({ expireBodies, monotonic }: RetentionDeps): RetentionDeps['expireBodies'] {
  let next = -Infinity
  return async (before) => {
    if (monotonic() < next) return 0
    const gone = await expireBodies(before)
    next = monotonic() + DAY_MS
    return gone
  }
}

async function expireProject(
  { records, telemetry, log }: RetentionDeps,
  { id }: Project,
  moments: KindMoments,
): Promise<void> {
  const expired = { issues: 0 }
  for (const [before, kinds] of Map.groupBy(STORED_KINDS, (kind) => moments[kind])) {
    const gone = await telemetry.expire(id, before, kinds)
    Object.assign(expired, Object.fromEntries(kinds.map((kind) => [kind, gone[kind]])))
  }
  await records.rollups.expire(id, moments.errors)
  expired.issues = await records.issues.expire(id, moments.errors)
  if (Object.values(expired).some((count) => count > 0)) log.info('expired', { project: id, ...expired })
}

async function momentsOf({ telemetry }: RetentionDeps, { id, settings }: Project, time: number) {
  const moments = new Map<StoredKind, number>()
  for (const kind of STORED_KINDS) moments.set(kind, await keptSince(telemetry, id, settings, kind, time))
  return eachKind((kind) => moments.get(kind)!)
}

const eachKind = (momentOf: (kind: StoredKind) => number): KindMoments =>
  Object.fromEntries(STORED_KINDS.map((kind) => [kind, momentOf(kind)])) as KindMoments

/** By its days, and by how much of it may be kept. */
async function keptSince(
  telemetry: RetentionDeps['telemetry'],
  projectId: string,
  settings: ProjectSettings,
  kind: StoredKind,
  time: number,
): Promise<number> {
  const from = time - daysKept(settings, kind) * DAY_MS
  const items = itemsKept(settings, kind)
  if (items === undefined) return from
  const countSince = async (moment: number) =>
    (await telemetry.received(projectId, { from: moment, to: time }))[kind]
  // Not of the future: what a wrong clock dated so would take the place of all that is real.
  return momentToKeep(items, countSince, { from, to: time })
}

async function expiringOf(
  { telemetry }: RetentionDeps,
  { id, name, settings }: Project,
  time: number,
): Promise<readonly Expiring[]> {
  // Also of the future: a clock that was wrong leaves it behind.
  const all = await telemetry.received(id, { from: 0, to: Number.MAX_SAFE_INTEGER })
  return Promise.all(
    STORED_KINDS.map(async (kind) => {
      const days = daysKept(settings, kind)
      const old = await telemetry.received(id, { from: 0, to: Math.max(0, time - days * DAY_MS) })
      return { kind, projectId: id, name, days, expired: old[kind], total: all[kind] }
    }),
  )
}

async function newestReceipt(records: RetentionDeps['records']): Promise<number | undefined> {
  const projectIds = (await records.projects.all()).map(({ id }) => id)
  const { issues } = await records.issues.page({ projectIds }, { sort: 'last_seen', limit: 1 })
  return issues[0]?.lastSeen
}
