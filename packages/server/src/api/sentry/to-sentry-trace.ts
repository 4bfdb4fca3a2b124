import type { TraceError } from '#product/traces/query/trace-errors.ts'
import type { TraceReport } from '#product/traces/query/trace-queries.ts'

/** As a tree every level is one of JSON, too: more would be more than readers of it can nest. */
const MOST_SPANS = 1_000

type Node = ReturnType<typeof node>

/** The first spans of a trace as a tree, and the errors that belong to none of them. */
export function sentryTrace(report: TraceReport): Array<Node | ReturnType<typeof errorOf>> {
  const nodes = report.spans.slice(0, MOST_SPANS).map((_, index) => node(report, index))
  const roots: Node[] = []
  for (const [index, one] of nodes.entries()) {
    const parent = nodes[report.parents[index]!]
    ;(parent?.children ?? roots).push(one)
  }
  const bySpan = new Map(nodes.map((one) => [one.span_id, one]))
  const loose = report.errors.flatMap((error) => {
    const span = bySpan.get(error.spanId ?? '')
    span?.errors.push(errorOf(error))
    return span === undefined ? [errorOf(error)] : []
  })
  return [...roots, ...loose]
}

function node({ spans, projects, traceId }: TraceReport, index: number) {
  const span = spans[index]!
  const project = projects.find(({ id }) => id === span.projectId)!
  return {
    children: [] as unknown[],
    errors: [] as Array<ReturnType<typeof errorOf>>,
    occurrences: [],
    event_id: span.spanId,
    event_type: 'span',
    span_id: span.spanId,
    transaction_id: span.segmentId ?? span.spanId,
    trace: traceId,
    project_id: Number(project.id),
    project_slug: project.slug,
    parent_span_id: span.parentSpanId ?? null,
    start_timestamp: span.startedAt / 1000,
    end_timestamp: (span.startedAt + span.duration) / 1000,
    duration: span.duration,
    is_transaction: span.isSegment,
    transaction: span.isSegment ? span.name : null,
    op: span.op,
    name: span.name,
    description: span.name,
    status: span.status,
    measurements: { ...span.vitals },
  }
}

function errorOf({ eventId, issueId, shortId, project, title, level, spanId, occurredAt }: TraceError) {
  return {
    id: eventId,
    event_id: eventId,
    event_type: 'error',
    issue_id: Number(issueId),
    issue: shortId ?? null,
    project_id: Number(project.id),
    project_slug: project.slug,
    title,
    level,
    span: spanId ?? null,
    timestamp: occurredAt / 1000,
  }
}
