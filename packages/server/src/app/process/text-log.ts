import type { Log } from '#domain/log.ts'
import { createLevelledLog, isSecretName, type LogOptions, type Fields } from './levelled-log.ts'

/** One line per entry, `time level message key=value`, so that it reads well in a terminal and greps well in a file. */
export function createTextLog(options: LogOptions): Log {
  return createLevelledLog(
    options,
    (time, level, message, fields) => `${time} ${level.padEnd(5)} ${message}${formatFields(fields)}`,
  )
}

function formatFields(fields: Fields): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}=${isSecretName(key) ? '[redacted]' : formatValue(value)}`)
    .join('')
}

function formatValue(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(value.stack ?? value.message)
  if (typeof value === 'string') return /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value)
  return JSON.stringify(value) ?? String(value)
}
