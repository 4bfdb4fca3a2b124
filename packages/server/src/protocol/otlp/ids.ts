const TRACE_ID = /^(?!0{32})[\da-f]{32}$/i
const SPAN_ID = /^(?!0{16})[\da-f]{16}$/i
/** Some exporters write the absent parent of a root as zeros. */
const NO_PARENT = /^(?:0{16})?$/

export function isTraceId(value: unknown): value is string {
  return typeof value === 'string' && TRACE_ID.test(value)
}

export function isSpanId(value: unknown): value is string {
  return typeof value === 'string' && SPAN_ID.test(value)
}

export function isNoParent(value: string): boolean {
  return NO_PARENT.test(value)
}
