import type { Log } from '#domain/log.ts'

const LEVELS = ['debug', 'info', 'warn', 'error'] as const
const SECRET = /pass|secret|token|cookie|authorization|dsn/i

export interface TextLogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  readonly write: (line: string) => void
  readonly now: () => number
}

/** One line per entry, `time level message key=value`, so that it reads well in a terminal and greps well in a file. */
export function createTextLog({ level, write, now }: TextLogOptions): Log {
  const threshold = level === 'silent' ? LEVELS.length : LEVELS.indexOf(level)
  const at =
    (name: (typeof LEVELS)[number]) => (message: string, fields?: Readonly<Record<string, unknown>>) => {
      if (LEVELS.indexOf(name) < threshold) return
      const time = new Date(now()).toISOString()
      write(`${time} ${name.padEnd(5)} ${message}${fields === undefined ? '' : formatFields(fields)}\n`)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function formatFields(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}=${SECRET.test(key) ? '[redacted]' : formatValue(value)}`)
    .join('')
}

function formatValue(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(value.stack ?? value.message)
  if (typeof value === 'string') return /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value)
  return JSON.stringify(value) ?? String(value)
}
