import type { Log } from '#domain/log.ts'
import { createJsonLog } from './json-log.ts'
import type { LogOptions } from './levelled-log.ts'
import { createTextLog } from './text-log.ts'

export interface LogSettings {
  readonly level: LogOptions['level']
  readonly format: 'text' | 'json'
}

/** To the error output, in the form that the operator asked for. */
export function createLog({ level, format }: LogSettings): Log {
  const options = { level, write: (line: string) => void process.stderr.write(line), now: Date.now }
  return format === 'json' ? createJsonLog(options) : createTextLog(options)
}
