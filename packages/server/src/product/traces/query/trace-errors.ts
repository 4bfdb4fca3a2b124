import { LIMITS } from '#domain/limits.ts'
import { isObject, type Json } from '#domain/json.ts'
import type { Level } from '#domain/events/level.ts'
import { shortIdOf } from '#domain/issues/issue.ts'
import type { Project } from '#domain/projects/project.ts'
import type { TimeRange } from '#domain/time-range.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { EventSummary, TelemetryStore } from '#stores/telemetry/telemetry.ts'

export interface TraceError {
  readonly eventId: string
  readonly issueId: string
  readonly shortId: string | undefined
  readonly project: Project
  readonly title: string
  readonly level: Level
  readonly spanId: string | undefined
  readonly occurredAt: number
}

export interface TraceErrors {
  /** The latest first. */
  readonly errors: readonly TraceError[]
  /** There are more, or projects were left out. */
  readonly more: boolean
}

export interface TraceErrorStores {
  readonly records: Pick<RecordStore, 'issues'>
  readonly telemetry: Pick<TelemetryStore, 'page' | 'get'>
}

/** Errors that say they belong to the trace, in these projects, the first ones before others. */
export async function errorsOfTrace(
  { records, telemetry }: TraceErrorStores,
  projects: readonly Project[],
  traceId: string,
  range: TimeRange,
): Promise<TraceErrors> {
  const searched = projects.slice(0, LIMITS.traces.errorProjects)
  const limit = LIMITS.traces.errors
  const where = [{ dimension: 'trace', op: 'is', values: [traceId] }] as const
  const pages = await Promise.all(
    searched.map(({ id }) => telemetry.page({ projectId: id, range, where }, { limit: limit + 1 })),
  )
  const found = pages.flatMap(({ events }) => events).sort((a, b) => b.occurredAt - a.occurredAt)
  const listed = found.slice(0, limit)
  const issues = await records.issues.byIds([...new Set(listed.map(({ issueId }) => issueId))])
  const numbers = new Map(issues.map(({ id, number }) => [id, number]))
  const errors = await Promise.all(
    listed.map(async (event) => {
      const project = searched.find(({ id }) => id === event.projectId)!
      const number = numbers.get(event.issueId)
      const { eventId, issueId, title, level, occurredAt } = event
      return {
        eventId,
        issueId,
        shortId: number === undefined ? undefined : shortIdOf(project.slug, number),
        project,
        title,
        level,
        spanId: await spanOf(telemetry, event),
        occurredAt,
      }
    }),
  )
  return { errors, more: found.length > limit || searched.length < projects.length }
}

/** Only the document says in which span it happened. */
async function spanOf(
  telemetry: TraceErrorStores['telemetry'],
  { projectId, eventId }: EventSummary,
): Promise<string | undefined> {
  const stored = await telemetry.get(projectId, eventId)
  const trace = objectIn(objectIn(stored?.document.payload, 'contexts'), 'trace')
  const spanId = isObject(trace) ? trace['span_id'] : undefined
  return typeof spanId === 'string' && /^[0-9a-f]{16}$/i.test(spanId) ? spanId.toLowerCase() : undefined
}

function objectIn(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) ? value[key] : undefined
}
