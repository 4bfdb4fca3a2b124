import { extentOf, flags, isBelow, spanOp, STATUS_ERROR, type TraceModel } from './trace-model.ts'

export interface SpanFilter {
  /** Part of the name, the op or the id, in any case. */
  readonly text: string
  readonly op: string | undefined
  readonly errorsOnly: boolean
  /** Percent of the time on show that a span must take at least. */
  readonly longerThan: number
}

export const NO_FILTER: SpanFilter = { text: '', op: undefined, errorsOnly: false, longerThan: 0 }

export function isFiltering({ text, op, errorsOnly, longerThan }: SpanFilter): boolean {
  return text.trim() !== '' || op !== undefined || errorsOnly || longerThan > 0
}

/** 1 for spans that meet the filter; undefined where everything does. `failed`: spans with an error in them. */
export function matchSpans(
  model: TraceModel,
  filter: SpanFilter,
  root: number,
  failed: Uint8Array,
): Uint8Array | undefined {
  if (!isFiltering(filter)) return undefined
  const { from, to } = extentOf(model, root)
  const least = ((to - from) * filter.longerThan) / 100
  const hasText = textTest(model, filter.text.trim().toLowerCase())
  const matches = new Uint8Array(model.size)
  for (let span = 0; span < model.size; span += 1) {
    matches[span] = Number(
      isBelow(model, span, root) &&
        (filter.op === undefined || spanOp(model, span) === filter.op) &&
        (!filter.errorsOnly || failed[span] === 1) &&
        model.end[span]! - model.start[span]! >= least &&
        hasText(span),
    )
  }
  return matches
}

/** Names and ops repeat, so each different one is looked at once. */
function textTest(model: TraceModel, text: string): (span: number) => boolean {
  if (text === '') return () => true
  const { names, ops, spans } = model.trace
  const has = (value: string) => value.toLowerCase().includes(text)
  const inNames = names.map(has)
  const inOps = ops.map(has)
  return (span) =>
    inNames[spans.name[span]!] === true || inOps[spans.op[span]!] === true || spans.id[span]!.startsWith(text)
}

/** Spans whose status is an error, and those in which an error happened. */
export function failedSpans(model: TraceModel): Uint8Array {
  const { spans, errors } = model.trace
  const failed = flags(
    model.size,
    spans.status.flatMap((status, span) => (status === STATUS_ERROR ? [span] : [])),
  )
  const wanted = new Set(errors.map(({ spanId }) => spanId))
  for (const [span, id] of spans.id.entries()) if (wanted.has(id)) failed[span] = 1
  return failed
}
