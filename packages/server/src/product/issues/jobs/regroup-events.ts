import type { Grouping } from '#domain/issues/grouping.ts'
import type { Log } from '#domain/log.ts'
import type { StackAnswer, StackAsk, Symbolicator } from '#domain/source-maps/mapped-frame.ts'
import { hasUnreadMap } from '#domain/source-maps/unread-map.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import type { LateEvent, RecordStore, RegroupResult, RenamedEvent } from '#stores/records/records.ts'
import type { EventRevision, EventSummary, StoredEvent, TelemetryStore } from '#stores/telemetry/telemetry.ts'

/** Grouping of a stored event, with the same code as when it was digested. */
export interface Grouper {
  /** Undefined where no frame could have a map. */
  ask(stored: StoredEvent): Promise<StackAsk | undefined>
  regroup(
    stored: StoredEvent,
    ask: StackAsk,
    answer: StackAnswer,
    settings: ProjectSettings,
  ): Promise<GroupedAgain>
}

export interface GroupedAgain extends Pick<LateEvent, 'title' | 'culprit' | 'recognised'> {
  readonly grouping: Grouping
  /** The debug ids of the maps that the event lacks. */
  readonly awaited: readonly string[]
  /** What the event is found by. */
  readonly searchText: string | undefined
  readonly stackFiles: string | undefined
  readonly stackFunctions: string | undefined
}

export interface RegroupDeps {
  readonly records: Pick<RecordStore, 'regrouping'>
  readonly telemetry: Pick<TelemetryStore, 'get' | 'revise'>
  readonly symbolicator: Symbolicator
  readonly grouper: Grouper
  readonly log: Log
}

/** Records first, because they know the issue; what they decided is kept until the telemetry knows it too. */
export async function regroupEvents(
  deps: RegroupDeps,
  events: readonly EventSummary[],
  settings: ProjectSettings,
  now: number,
): Promise<RegroupResult & { readonly failed: readonly EventSummary[] }> {
  const failed: EventSummary[] = []
  const late: LateEvent[] = []
  const staying: Staying[] = []
  for (const summary of events) {
    const { projectId, eventId } = summary
    const stored = await deps.telemetry.get(projectId, eventId)
    // One event or map that cannot be read is not the others' trouble.
    const event = await readSafely(deps, stored, settings)
    if (event === 'failed') failed.push(summary)
    if (event === undefined || event === 'failed') continue
    if ('stays' in event) staying.push(event)
    else late.push(event)
  }
  const { regrouping } = deps.records
  const { revisions, issueIds } = await regrouping.regroup(late, now)
  const renamed = await regrouping.rename(staying.filter(({ stays }) => stays.grouping.joined === undefined))
  await deps.telemetry.revise([...revisions, ...staying.map(({ stays }) => stays)])
  await regrouping.told(revisions)
  return { revisions, issueIds: [...new Set([...issueIds, ...renamed])], failed }
}

/** Its group is what it was. */
interface Staying extends RenamedEvent {
  readonly stays: EventRevision
}

async function readSafely(
  deps: RegroupDeps,
  stored: StoredEvent | undefined,
  settings: ProjectSettings,
): Promise<LateEvent | Staying | 'failed' | undefined> {
  try {
    return stored && (await readAgain(deps, stored, settings))
  } catch (error) {
    const { projectId: project, eventId: event } = stored!
    deps.log.error('an event could not be read again with its maps', { error, project, event })
    return 'failed'
  }
}

/** Where the maps lead the event, or what they say of one that stays; undefined where they say nothing, `failed` where they cannot be read now. */
async function readAgain(
  { symbolicator, grouper }: RegroupDeps,
  stored: StoredEvent,
  settings: ProjectSettings,
): Promise<LateEvent | Staying | 'failed' | undefined> {
  const ask = await grouper.ask(stored)
  if (ask === undefined) return undefined
  const answer = await symbolicator.symbolicate(ask)
  // Half of a stack would lead to an issue that the whole one leaves again.
  if (hasUnreadMap(answer)) return 'failed'
  const again = await grouper.regroup(stored, ask, answer, settings)
  const { grouping, title, culprit, recognised, awaited } = again
  const { searchText, stackFiles, stackFunctions } = again
  const { projectId, eventId, seq, issueId } = stored
  const before = stored.document.grouping
  const stays =
    // The browser's side of a server's error would give the issue its own title.
    before.joined !== undefined ||
    grouping.version === 1 ||
    (grouping.fingerprint === before.fingerprint && culprit === stored.culprit)
  if (stays && !hasSources(answer)) return undefined
  const found = { searchText, stackFiles, stackFunctions }
  const revision = { projectId, eventId, seq, title, culprit, grouping, awaited, ...found }
  if (stays) return { ...stored, title, culprit, stays: { ...revision, issueId, grouping: before } }
  return {
    ...stored,
    before,
    title,
    culprit,
    recognised,
    fingerprint: grouping.fingerprint,
    groupingVersion: grouping.version,
    unmappedFingerprint: grouping.unmapped,
    earlier: grouping.earlier,
    revision,
  }
}

function hasSources(answer: StackAnswer): boolean {
  return answer.some((stack) => stack.some(({ original }) => original !== undefined))
}
