import type { Json } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'

export const TRACE_ID_BYTES = 16
export const SPAN_ID_BYTES = 8

const NUL = '\0'
const SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/** Without what the stores refuse or replace: NUL and half surrogate pairs. */
export function cleanText(text: string): string {
  const whole = text.includes(NUL) ? text.replaceAll(NUL, '\u{fffd}') : text
  return whole.isWellFormed() ? whole : whole.toWellFormed()
}

/** `__proto__` would change the prototype of whatever copies it by assignment. */
export function setAttribute(into: Record<string, Json>, key: string, value: Json): void {
  if (key !== '__proto__') into[cleanText(key)] = value
}

/** A number beyond 2^53 stays exact as text. */
export function integerValue(value: bigint): Json {
  return value >= -SAFE && value <= SAFE ? Number(value) : String(value)
}

/** JSON has no NaN, no infinity and no sign of zero; the protocol writes the first two as text. */
export function doubleValue(value: number): Json {
  if (!Number.isFinite(value)) return String(value)
  return value === 0 ? 0 : value
}

export function millisecondsOf(nanoseconds: bigint): number {
  return Number(nanoseconds / 1000n) / 1000
}

export function isWithin(depth: number): boolean {
  return depth <= LIMITS.otlp.valueDepth
}

/** What lies deeper than values may nest. Whoever stores attributes cuts them far above, and marks the cut there. */
export const TOO_DEEP = null

export const SPAN_KINDS: readonly string[] = [
  'SPAN_KIND_UNSPECIFIED',
  'SPAN_KIND_INTERNAL',
  'SPAN_KIND_SERVER',
  'SPAN_KIND_CLIENT',
  'SPAN_KIND_PRODUCER',
  'SPAN_KIND_CONSUMER',
]

export const STATUS_CODES: readonly string[] = ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR']

/** Its number, which is what the protocol asks for, or its name, which older exporters send; 0 for any other. */
export function enumValue(names: readonly string[], value: Json | undefined): number {
  const number = typeof value === 'string' ? names.indexOf(value) : value
  return typeof number === 'number' && names[number] !== undefined ? number : 0
}
