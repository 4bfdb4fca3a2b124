import type { Grouping } from '#domain/grouping.ts'
import type { StackAnswer, StackAsk, Symbolicator } from '#domain/mapped-frame.ts'
import type { ProjectSettings } from '#domain/project.ts'
import type { LateEvent, RecordStore, RegroupResult } from '#stores/records.ts'
import type { EventSummary, StoredEvent, TelemetryStore } from '#stores/telemetry.ts'

/** How an event is grouped belongs to the pipeline; it is the same now as it was then. */
export interface Grouper {
  /** Undefined where no frame could have a map. */
  ask(stored: StoredEvent): StackAsk | undefined
  regroup(
    stored: StoredEvent,
    answer: StackAnswer,
    settings: ProjectSettings,
  ): Pick<LateEvent, 'title' | 'culprit' | 'recognised'> & { readonly grouping: Grouping }
  /** The debug ids of the maps that the event lacks. */
  awaited(ask: StackAsk, answer: StackAnswer): readonly string[]
}

export interface RegroupDeps {
  readonly records: Pick<RecordStore, 'regrouping'>
  readonly telemetry: Pick<TelemetryStore, 'get' | 'revise'>
  readonly symbolicator: Symbolicator
  readonly grouper: Grouper
}

/** Records first, because they know the issue; what they decided is kept until the telemetry knows it too. */
export async function regroupEvents(
  deps: RegroupDeps,
  events: readonly EventSummary[],
  settings: ProjectSettings,
  now: number,
): Promise<RegroupResult> {
  const late: LateEvent[] = []
  for (const { projectId, eventId } of events) {
    const stored = await deps.telemetry.get(projectId, eventId)
    const event = stored && (await lateEvent(deps, stored, settings))
    if (event !== undefined) late.push(event)
  }
  const result = await deps.records.regrouping.regroup(late, now)
  await deps.telemetry.revise(result.revisions)
  await deps.records.regrouping.told(result.revisions)
  return result
}

async function lateEvent(
  { symbolicator, grouper }: RegroupDeps,
  stored: StoredEvent,
  settings: ProjectSettings,
): Promise<LateEvent | undefined> {
  const ask = grouper.ask(stored)
  if (ask === undefined) return undefined
  const answer = await symbolicator.symbolicate(ask)
  const { grouping, title, culprit, recognised } = grouper.regroup(stored, answer, settings)
  // What the maps do not change stays where it is, and waits on.
  const before = stored.document.grouping.fingerprint
  if (grouping.version === 1 || (grouping.fingerprint === before && culprit === stored.culprit))
    return undefined
  const { projectId, eventId, seq } = stored
  return {
    ...stored,
    before: stored.document.grouping,
    title,
    culprit,
    recognised,
    fingerprint: grouping.fingerprint,
    groupingVersion: grouping.version,
    unmappedFingerprint: grouping.unmapped,
    earlier: grouping.earlier,
    revision: { projectId, eventId, seq, title, culprit, grouping, awaited: grouper.awaited(ask, answer) },
  }
}
