import { LIMITS } from '#domain/limits.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { Project } from '#domain/projects/project.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { EventSummary, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { failuresOf } from './failures.ts'
import { readLookupText, type Candidate } from './lookup-text.ts'

export type FoundThing =
  | {
      readonly kind: 'event'
      readonly by: 'event_id' | 'digest' | 'replay_id'
      readonly event: EventSummary
      readonly project: Project
    }
  | {
      readonly kind: 'trace'
      readonly traceId: string
      /** The project of one of its spans. */
      readonly project: Project
      readonly spans: number
    }
  /** Several events have it. */
  | {
      readonly kind: 'digest'
      readonly digest: string
      readonly latest: EventSummary
      /** Those of the events, newest first. */
      readonly projects: readonly Project[]
      /** At most LIMITS.digests.counted. */
      readonly events: number
      readonly more: boolean
    }
  | { readonly kind: 'issue'; readonly issue: Issue; readonly project: Project }
  | { readonly kind: 'project'; readonly project: Project }

interface LookupStores {
  readonly records: Pick<RecordStore, 'issues' | 'keys'>
  readonly telemetry: Pick<TelemetryStore, 'get' | 'find' | 'identifiersOf' | 'trace'>
}

const MOST = 20

/** What the text stands for among these projects and nowhere else, the surest first. */
export async function lookUp(
  stores: LookupStores,
  projects: readonly Project[],
  text: string,
): Promise<readonly FoundThing[]> {
  const lists = await Promise.all(
    readLookupText(text).map((candidate) => thingsCalled(stores, projects, candidate)),
  )
  const unique = new Map<string, FoundThing>()
  for (const thing of lists.flat()) {
    const id = identityOf(thing)
    if (!unique.has(id)) unique.set(id, thing)
  }
  return [...unique.values()].slice(0, MOST)
}

function thingsCalled(
  { records, telemetry }: LookupStores,
  projects: readonly Project[],
  candidate: Candidate,
): Promise<readonly FoundThing[]> {
  if (candidate.kind === 'short_id') {
    const named = projects.filter(({ slug }) => slug === candidate.slug)
    const asked = named.map(({ id }) => records.issues.byNumber(id, candidate.number))
    return issuesAmong(projects, asked)
  }
  const { kind, value } = candidate
  if (kind === 'event_id') return eventsWithId(telemetry, projects, value)
  if (kind === 'trace_id') return traceWithId(telemetry, projects, value)
  if (kind === 'replay_id') return eventsInReplay(telemetry, projects, value)
  if (kind === 'digest') return digestOrItsEvent(telemetry, projects, value)
  if (kind === 'public_key') return projectsWithKey(records, projects, value)
  return issuesAmong(projects, [records.issues.byId(value)])
}

async function eventsWithId(
  telemetry: LookupStores['telemetry'],
  projects: readonly Project[],
  eventId: string,
): Promise<readonly FoundThing[]> {
  const found = await Promise.all(
    projects.map(async (project) => ({ project, event: await telemetry.get(project.id, eventId) })),
  )
  return found.flatMap(({ project, event }) =>
    event === undefined ? [] : [{ kind: 'event', by: 'event_id', event, project } as const],
  )
}

async function traceWithId(
  telemetry: LookupStores['telemetry'],
  projects: readonly Project[],
  traceId: string,
): Promise<readonly FoundThing[]> {
  const ids = projects.map(({ id }) => id)
  const { spans, stored } = await telemetry.trace(ids, traceId, { limit: 1 })
  const project = projects.find(({ id }) => id === spans[0]?.projectId)
  return project === undefined ? [] : [{ kind: 'trace', traceId, project, spans: stored }]
}

async function eventsInReplay(
  telemetry: LookupStores['telemetry'],
  projects: readonly Project[],
  value: string,
): Promise<readonly FoundThing[]> {
  const ids = projects.map(({ id }) => id)
  const events = await telemetry.find(ids, { kind: 'replay', value }, MOST)
  return events.flatMap((event) => {
    const project = projects.find(({ id }) => id === event.projectId)
    return project === undefined ? [] : [{ kind: 'event', by: 'replay_id', event, project } as const]
  })
}

/** Whoever pastes a digest means one of its events: the only one, or one to be picked. */
async function digestOrItsEvent(
  telemetry: LookupStores['telemetry'],
  projects: readonly Project[],
  digest: string,
): Promise<readonly FoundThing[]> {
  const most = LIMITS.digests.counted
  const ids = projects.map(({ id }) => id)
  const found = await telemetry.find(ids, { kind: 'digest', value: digest }, most + 1)
  const places = [...new Set(found.map(({ projectId }) => projectId))]
  const own = places.flatMap((place) => projects.find(({ id }) => id === place) ?? [])
  const [failure, ...others] = await failuresOf(telemetry, found)
  const event = failure?.event
  const project = own.find(({ id }) => id === event?.projectId)
  if (event === undefined || project === undefined) return []
  if (others.length === 0) return [{ kind: 'event', by: 'digest', event, project }]
  const events = Math.min(found.length, most)
  return [{ kind: 'digest', digest, latest: event, projects: own, events, more: found.length > most }]
}

async function projectsWithKey(
  records: LookupStores['records'],
  projects: readonly Project[],
  publicKey: string,
): Promise<readonly FoundThing[]> {
  const key = (await records.keys.all()).find((candidate) => candidate.publicKey === publicKey)
  const project = key && projects.find(({ id }) => id === key.projectId)
  return project === undefined ? [] : [{ kind: 'project', project }]
}

/** Issue numbers are global, so their existence alone reveals nothing. */
async function issuesAmong(
  projects: readonly Project[],
  asked: ReadonlyArray<Promise<Issue | undefined>>,
): Promise<readonly FoundThing[]> {
  const issues = await Promise.all(asked)
  return issues.flatMap((issue) => {
    const project = issue && projects.find(({ id }) => id === issue.projectId)
    return issue === undefined || project === undefined ? [] : [{ kind: 'issue', issue, project } as const]
  })
}

function identityOf(thing: FoundThing): string {
  if (thing.kind === 'event') return `event ${thing.project.id} ${thing.event.eventId}`
  if (thing.kind === 'digest') return `digest ${thing.digest}`
  if (thing.kind === 'trace') return `trace ${thing.traceId}`
  return thing.kind === 'issue' ? `issue ${thing.issue.id}` : `project ${thing.project.id}`
}
