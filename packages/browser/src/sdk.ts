import type { Attributes } from './core/attributes.ts'

/** What is used of the SDK: its public API, the same in `@sentry/browser`, `react` and `nextjs` 8 to 11. */
export interface Span {
  setAttributes(attributes: Attributes): unknown
  end(endTime?: number): void
}

interface SpanOptions {
  name: string
  op: string
  startTime: number
  attributes: Attributes
  parentSpan: Span | null
  forceTransaction: boolean
}

export interface Sdk {
  startInactiveSpan(options: { readonly name: string }): Span
  spanToJSON(span: Span): object
}

export interface Client {
  on(hook: 'spanStart', listener: (span: Span) => void): unknown
  getOptions(): { readonly release?: string | undefined; readonly tunnel?: string | undefined }
  flush(timeout?: number): unknown
}

interface SpanJson {
  readonly op?: string
  readonly attributes?: Readonly<Record<string, unknown>>
}

let sdk: Sdk

export function useSdk(given: Sdk): void {
  sdk = given
}

/** SDK 11 has the operation among the attributes, the others beside them. */
export function operationOf(span: Span): unknown {
  const { op, attributes } = sdk.spanToJSON(span) as SpanJson
  return op ?? attributes?.['sentry.op']
}

/** Times of this page as the SDK wants them. */
export const epoch = (at: number): number => performance.timeOrigin + at

/** A span of its own, beside those that the SDK makes. */
export function openSpan(
  op: string,
  start: number,
  attributes: Attributes,
  name = 'Navigation',
  parentSpan: Span | null = null,
): Span {
  const startTime = epoch(start)
  const options: SpanOptions = { name, op, startTime, attributes, parentSpan, forceTransaction: !parentSpan }
  return sdk.startInactiveSpan(options)
}
