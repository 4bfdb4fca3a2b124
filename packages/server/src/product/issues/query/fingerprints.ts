import { normalise } from '#event/normalise.ts'
import type { Grouping } from '#domain/issues/grouping.ts'
import type { Issue } from '#domain/issues/issue.ts'
import { recognisedKind } from '#event/known-errors/recognise.ts'
import type { IssueDescription, IssueFingerprint, MergeRecords } from '#stores/records/merging.ts'
import type { Condition, ValueCondition, StoredEvent, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { issueScope } from './issue.ts'

export interface FingerprintReport extends IssueFingerprint {
  /** What its latest event says; undefined once all have expired. */
  readonly latest:
    | { readonly eventId: string; readonly title: string; readonly grouping: Grouping }
    | undefined
}

interface Stores {
  readonly merging: Pick<MergeRecords, 'fingerprints'>
  readonly telemetry: Pick<TelemetryStore, 'page' | 'get'>
}

/** Each needs its latest event. The list is limited to those with the most events. */
const MOST = 30

export async function readFingerprints(
  { merging, telemetry }: Stores,
  issue: Issue,
  now: number,
): Promise<{ readonly fingerprints: readonly FingerprintReport[]; readonly more: boolean }> {
  const known = (await merging.fingerprints(issue.id, MOST + 1)).filter(({ events }) => events > 0)
  const fingerprints = await Promise.all(
    known.slice(0, MOST).map(async (one) => {
      const values = [one.fingerprint]
      const event = await latestOf(telemetry, issue, { dimension: 'fingerprint', op: 'is', values }, now)
      const latest = event && {
        eventId: event.eventId,
        title: event.title,
        grouping: event.document.grouping,
      }
      return Object.assign(one, { latest })
    }),
  )
  return { fingerprints, more: known.length > MOST }
}

/** What the latest of these events, and the latest of the others, say of themselves. */
export async function describeParts(
  telemetry: Stores['telemetry'],
  issue: Issue,
  fingerprints: readonly string[],
  now: number,
): Promise<{
  readonly leaving: IssueDescription | undefined
  readonly staying: IssueDescription | undefined
}> {
  const latest = (op: ValueCondition['op']) =>
    latestOf(telemetry, issue, { dimension: 'fingerprint', op, values: fingerprints }, now)
  const [leaving, staying] = await Promise.all([latest('is'), latest('is_not')])
  return { leaving: leaving && descriptionOf(leaving), staying: staying && descriptionOf(staying) }
}

async function latestOf(
  telemetry: Stores['telemetry'],
  issue: Issue,
  condition: Condition,
  now: number,
): Promise<StoredEvent | undefined> {
  const { range, where = [], projectId } = issueScope(issue, now)
  const scope = { projectId, range: { ...range, from: issue.firstSeen }, where: [...where, condition] }
  const [event] = (await telemetry.page(scope, { limit: 1 })).events
  return event && telemetry.get(projectId, event.eventId)
}

function descriptionOf(stored: StoredEvent): IssueDescription {
  const { level, title, culprit, type, value, platform, document, eventId } = stored
  const recognised = recognisedKind(normalise(document.payload, document.received, { eventId }))
  return { level, title, culprit, type, value, platform, recognised }
}
