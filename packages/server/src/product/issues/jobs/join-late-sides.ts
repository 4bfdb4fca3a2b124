import { joinedGrouping, serverSideAt } from '#domain/events/server-side.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { LateEvent, RecordStore } from '#stores/records/records.ts'
import { moveEvents, sideGrouped } from '#product/issues/commands/move-events.ts'
import { storedServerSides } from '#stores/telemetry/server-sides.ts'
import type { StoredEvent, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { Job } from '#product/common/jobs/scheduler.ts'

const EVERY_MS = 3_000
/** Most servers report within seconds, so older events are looked at once a minute only. */
const LONG_LOOK_EVERY = 20
/** Events looked at in one run, the latest first: where no server ever reports, they are all that the job sees. */
const AT_ONCE = { short: 20, long: 100 }

export interface LateSidesDeps {
  readonly records: Pick<RecordStore, 'projects' | 'regrouping'>
  readonly telemetry: Pick<TelemetryStore, 'find' | 'get' | 'revise'>
  /** Issues that events came to or went from. */
  readonly changed: (projectId: string, issueIds: readonly string[]) => void
  readonly now: () => number
  readonly log: Log
}

/**
 * A browser's event may arrive before the server's that explains it. It is looked for again for a while; where it does not
 * come, the browser's event stands alone, and its issue is reported as new only then.
 */
export function joinLateSidesJob(deps: LateSidesDeps): Job {
  /** Issues that were reported, or need not be, so that each is asked for once. */
  const announced = new Set<string>()
  let runs = 0
  return {
    name: 'late-sides',
    everyMs: EVERY_MS,
    async run(signal) {
      const look = runs++ % LONG_LOOK_EVERY === 0 ? 'long' : 'short'
      for (const { id } of await deps.records.projects.all()) {
        if (signal.aborted) return
        await joinProject(deps, id, announced, look)
      }
    },
  }
}

async function joinProject(
  deps: LateSidesDeps,
  projectId: string,
  announced: Set<string>,
  look: keyof typeof AT_ONCE,
): Promise<void> {
  const { records, telemetry, now } = deps
  const { holdBackMs, lookForMs } = LIMITS.sides
  const oldest = now() - (look === 'long' ? lookForMs : holdBackMs + 2 * EVERY_MS)
  const found = await telemetry.find([projectId], { kind: 'awaited_server', value: 'any' }, AT_ONCE[look])
  const late: LateEvent[] = []
  const alone = new Set<string>()
  for (const { eventId, receivedAt, issueId } of found) {
    if (receivedAt < oldest) break
    const event = await telemetry.get(projectId, eventId)
    const moved = event && (await joinedLate(telemetry, event))
    if (moved !== undefined) late.push(moved)
    else if (receivedAt < now() - holdBackMs && !announced.has(issueId)) alone.add(issueId)
  }
  if (late.length > 0) await move(deps, projectId, late)
  if (alone.size === 0) return
  await records.regrouping.announce([...alone], now() - lookForMs)
  for (const issueId of alone) announced.add(issueId)
}

async function move(deps: LateSidesDeps, projectId: string, late: readonly LateEvent[]): Promise<void> {
  const { revisions, issueIds } = await moveEvents(deps, late, deps.now())
  deps.changed(projectId, issueIds)
  deps.log.info('late server sides', { project: projectId, moved: revisions.length })
}

async function joinedLate(
  telemetry: LateSidesDeps['telemetry'],
  stored: StoredEvent,
): Promise<LateEvent | undefined> {
  const { grouping } = stored.document
  for (const value of grouping.awaits ?? []) {
    const sides = await storedServerSides(telemetry, stored.projectId, value)
    const server = serverSideAt(sides, value, stored.occurredAt)
    if (server !== undefined) return sideGrouped(stored, joinedGrouping(server, value, grouping))
  }
  return undefined
}
