import type { Log } from '#domain/log.ts'

const LEVELS = ['debug', 'info', 'warn', 'error'] as const
const SECRET = /pass|secret|token|cookie|authorization|dsn/i

export type Level = (typeof LEVELS)[number]
export type Fields = Readonly<Record<string, unknown>>

export interface LogOptions {
  readonly level: Level | 'silent'
  readonly write: (line: string) => void
  readonly now: () => number
}

/** Whatever the form, a value under such a name is never written. */
export const isSecretName = (name: string): boolean => SECRET.test(name)

/** Entries from a level on, each as one line. */
export function createLevelledLog(
  { level, write, now }: LogOptions,
  format: (time: string, level: Level, message: string, fields: Fields) => string,
): Log {
  const threshold = level === 'silent' ? LEVELS.length : LEVELS.indexOf(level)
  const at =
    (name: Level) =>
    (message: string, fields: Fields = {}) => {
      if (LEVELS.indexOf(name) < threshold) return
      write(`${format(new Date(now()).toISOString(), name, message, fields)}\n`)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
