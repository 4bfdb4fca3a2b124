import type * as wire from '@hindcast/contract/traces/traces.ts'
import { SPAN_STATUSES } from '@hindcast/contract/traces/traces.ts'
import type { SegmentPage, TraceReport } from '#product/traces/query/trace-queries.ts'
import { iso } from '#api/http/iso.ts'

export function toApiTrace({ traceId, spans, parents, orphans, ...report }: TraceReport): wire.Trace {
  const { startedAt, duration } = extentOf(spans)
  const projects = new Map(report.projects.map(({ id }, index) => [id, index]))
  const ops = dictionary()
  const names = dictionary()
  return {
    traceId,
    startedAt,
    duration,
    stored: report.stored,
    cut: report.cut,
    projects: report.projects.map(({ slug, name }) => ({ slug, name })),
    spans: {
      id: spans.map(({ spanId }) => spanId),
      parent: [...parents],
      project: spans.map(({ projectId }) => projects.get(projectId)!),
      op: spans.map(({ op }) => ops.numberOf(op)),
      name: spans.map(({ name }) => names.numberOf(name)),
      start: spans.map((span) => micros(span.startedAt - startedAt)),
      duration: spans.map((span) => micros(span.duration)),
      status: spans.map(({ status }) => SPAN_STATUSES.indexOf(status)),
    },
    ops: ops.values,
    names: names.values,
    segments: spans.flatMap(({ isSegment }, index) => (isSegment ? [index] : [])),
    vitals: spans.flatMap(({ vitals }, span) => (vitals === undefined ? [] : [{ span, ...vitals }])),
    orphans: [...orphans],
    errors: report.errors.map(errorView),
    moreErrors: report.more,
  }
}

function extentOf(spans: TraceReport['spans']) {
  let startedAt = Infinity
  let end = -Infinity
  for (const span of spans) {
    startedAt = Math.min(startedAt, span.startedAt)
    end = Math.max(end, span.startedAt + span.duration)
  }
  return { startedAt, duration: micros(end - startedAt) }
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
