import { LIMITS } from '#domain/limits.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { Project } from '#domain/projects/project.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { EventSummary, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { failuresOf } from './failures.ts'
import { rankOccurrences, type Occurrence, type Recollection } from './rank-occurrences.ts'

/** The events with a digest: it names a place in the code of one build, not an occurrence. */
export interface DigestReport {
  readonly digest: string
  /** The issues of the occurrences, that of the most likely one first. */
  readonly issues: readonly DigestIssue[]
  /** The most likely first, otherwise the newest. */
  readonly occurrences: ReadonlyArray<Occurrence & { readonly project: Project }>
  /** There are more than LIMITS.digests.occurrences. */
  readonly more: boolean
}

export interface DigestIssue {
  readonly issue: Issue
  readonly project: Project
  /** Of the occurrences that were read. */
  readonly events: number
  readonly firstSeen: number
  readonly lastSeen: number
}

export interface DigestStores {
  readonly records: { readonly issues: Pick<RecordStore['issues'], 'byIds'> }
  readonly telemetry: Pick<TelemetryStore, 'find' | 'get' | 'page' | 'identifiersOf'>
}

/** Among these projects and nowhere else: digests have 32 bits, so others have the same ones. */
export async function readDigest(
  { records, telemetry }: DigestStores,
  projects: readonly Project[],
  digest: string,
  known: Recollection,
): Promise<DigestReport> {
  const most = LIMITS.digests.occurrences
  const ids = projects.map(({ id }) => id)
  const events = await telemetry.find(ids, { kind: 'digest', value: digest }, most + 1, known.at)
  const ofUser = known.user === undefined ? new Set<string>() : await ofEmail(telemetry, events, known.user)
  const byId = new Map(projects.map((project) => [project.id, project]))
  const failures = await failuresOf(telemetry, events)
  const occurrences = rankOccurrences(failures, known, ofUser)
    .slice(0, most)
    .map(({ event, browserSides, like }) => ({
      event,
      browserSides,
      like,
      project: byId.get(event.projectId)!,
    }))
  const issues = await records.issues.byIds([...new Set(occurrences.map(({ event }) => event.issueId))])
  return {
    digest,
    issues: issuesOf(occurrences, new Map(issues.map((issue) => [issue.id, issue]))),
    occurrences,
    more: events.length > most,
  }
}

/** Who has an id is stored under it, while a person who writes is known by an email address. */
async function ofEmail(
  telemetry: DigestStores['telemetry'],
  events: readonly EventSummary[],
  user: string,
): Promise<ReadonlySet<string>> {
  const email = user.trim()
  if (!email.includes('@') || email.includes('*')) return new Set()
  const found = await Promise.all(
    [...Map.groupBy(events, ({ projectId }) => projectId)].map(([projectId, own]) => {
      const moments = own.map(({ receivedAt }) => receivedAt)
      const range = { from: Math.min(...moments), to: Math.max(...moments) + 1 }
      const where = [
        { dimension: 'event', op: 'is', values: own.map(({ eventId }) => eventId) },
        { dimension: 'user_email', op: 'like', pattern: email },
      ] as const
      return telemetry.page({ projectId, range, where }, { limit: own.length })
    }),
  )
  return new Set(found.flatMap((page) => page.events.map(({ eventId }) => eventId)))
}

function issuesOf(
  occurrences: DigestReport['occurrences'],
  issues: ReadonlyMap<string, Issue>,
): readonly DigestIssue[] {
  return [...Map.groupBy(occurrences, ({ event }) => event.issueId)].flatMap(([issueId, own]) => {
    const issue = issues.get(issueId)
    if (issue === undefined) return []
    const moments = own.map(({ event }) => event.occurredAt)
    return [
      {
        issue,
        project: own[0]!.project,
        events: own.length,
        firstSeen: Math.min(...moments),
        lastSeen: Math.max(...moments),
      },
    ]
  })
}
