import type * as wire from '@hindcast/contract/traces/traces.ts'
import { SPAN_STATUSES } from '@hindcast/contract/traces/traces.ts'
import type { SegmentPage, TraceReport } from '#product/traces/query/trace-queries.ts'
import { iso } from '#api/http/iso.ts'

export function toApiTrace({ traceId, spans, parents, orphans, ...report }: TraceReport): wire.Trace {
  const startedAt = spans.reduce((first, span) => Math.min(first, span.startedAt), Infinity)
  const end = spans.reduce((last, span) => Math.max(last, span.startedAt + span.duration), -Infinity)
  const projects = new Map(report.projects.map(({ id }, index) => [id, index]))
  const ops = dictionary()
  const names = dictionary()
  const segments: number[] = []
  const columns = emptyColumns()
  for (const [index, span] of spans.entries()) {
    columns.id.push(span.spanId)
    columns.parent.push(parents[index]!)
    columns.project.push(projects.get(span.projectId)!)
    columns.op.push(ops.numberOf(span.op))
    columns.name.push(names.numberOf(span.name))
    columns.start.push(micros(span.startedAt - startedAt))
    columns.duration.push(micros(span.duration))
    columns.status.push(SPAN_STATUSES.indexOf(span.status))
    if (span.isSegment) segments.push(index)
  }
  return {
    traceId,
    startedAt,
    duration: micros(end - startedAt),
    stored: report.stored,
    cut: report.cut,
    projects: report.projects.map(({ slug, name }) => ({ slug, name })),
    ops: ops.values,
    names: names.values,
    spans: columns,
    segments,
    orphans: [...orphans],
    errors: report.errors.map(errorView),
    moreErrors: report.more,
  }
}

function emptyColumns(): wire.TraceSpans {
  return { id: [], parent: [], project: [], op: [], name: [], start: [], duration: [], status: [] }
}

/** Numbers for texts that repeat, which names and ops do a lot. */
function dictionary() {
  const values: string[] = []
  const numbers = new Map<string, number>()
  return {
    values,
    numberOf(text: string): number {
      const known = numbers.get(text)
      if (known !== undefined) return known
      numbers.set(text, values.length)
      return values.push(text) - 1
    },
  }
}

/** Differences of large numbers carry digits that nobody measured. */
function micros(ms: number): number {
  return Math.round(ms * 1000) / 1000
}

function errorView({ project, shortId, spanId, occurredAt, ...error }: TraceReport['errors'][number]) {
  return {
    ...error,
    project: project.slug,
    shortId: shortId ?? null,
    spanId: spanId ?? null,
    occurredAt: iso(occurredAt),
  }
}

export function toApiSegment(segment: SegmentPage['segments'][number]): wire.Segment {
  const { traceId, spanId, op, name, status, duration, vitals } = segment
  return {
    traceId,
    spanId,
    op,
    name,
    status,
    startedAt: iso(segment.startedAt),
    receivedAt: iso(segment.receivedAt),
    duration,
    route: segment.route ?? null,
    path: segment.path ?? null,
    release: segment.release ?? null,
    environment: segment.environment ?? null,
    vitals: {
      lcp: vitals.lcp ?? null,
      inp: vitals.inp ?? null,
      cls: vitals.cls ?? null,
      fcp: vitals.fcp ?? null,
      ttfb: vitals.ttfb ?? null,
    },
  }
}
