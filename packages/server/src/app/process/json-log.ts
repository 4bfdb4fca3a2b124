import type { Log } from '#domain/log.ts'
import { createLevelledLog, isSecretName, type LogOptions } from './levelled-log.ts'

/** One JSON object per line, for what collects logs: `time`, `level`, `message` and the fields beside them. */
export function createJsonLog(options: LogOptions): Log {
  return createLevelledLog(options, (time, level, message, fields) =>
    // Last, so that no field can take the place of what every line has.
    JSON.stringify({ ...plain(fields), time, level, message }, readable()),
  )
}

/** A field by one of the names that every line has keeps its value under another. */
function plain(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [RESERVED.has(name) ? `${name}_` : name, value]),
  )
}

const RESERVED = new Set(['time', 'level', 'message'])

/** Redacts at every depth, and writes what JSON has no form for instead of failing. */
function readable() {
  const seen = new WeakSet<object>()
  return (name: string, value: unknown): unknown => {
    if (value !== undefined && isSecretName(name)) return '[redacted]'
    if (typeof value === 'bigint') return value.toString()
    if (typeof value !== 'object' || value === null) return value
    // Causes and objects may go in a circle.
    if (seen.has(value)) return '[seen before]'
    seen.add(value)
    return value instanceof Error ? errorFields(value) : value
  }
}

function errorFields({ name, message, stack, cause }: Error): Record<string, unknown> {
  return { type: name, message, stack, ...(cause instanceof Error && { cause }) }
}
