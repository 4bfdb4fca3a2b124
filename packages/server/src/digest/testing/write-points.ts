import fs from 'node:fs'
import { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api'

type Method = (this: unknown, ...args: unknown[]) => unknown
type BeforeWrite = (description: string) => void

const READS_FILES = /^(?:read|stat|fstat|lstat|access|exists|realpath|opendir|glob|watch|close|get|_|[A-Z])/
const READS_ROWS = /^\s*(?:select|with)\b/i

/**
 * Calls back before every write of this process. Whatever an engine or the file system offers counts as a write unless it
 * is known to read, so that a new way to write is a new point without anybody naming it. Answers what it calls, for
 * points of the caller's own.
 */
export async function watchWrites(callback: BeforeWrite): Promise<BeforeWrite> {
  const before = outsideOfItself(callback)
  wrapMethods(DatabaseSync.prototype, 'sqlite', (name, [sql]) => name !== 'exec' || isQuery(sql), before)
  wrapMethods(
    StatementSync.prototype,
    'sqlite',
    (name, _, statement) => name.startsWith('set') || isQuery((statement as StatementSync).sourceSQL),
    before,
  )
  wrapMethods(DuckDBConnection.prototype, 'duckdb', (_, [sql]) => isQuery(sql), before)
  wrapMethods(DuckDBAppender.prototype, 'duckdb', (name) => name.startsWith('column'), before)
  const handle = await open(import.meta.filename)
  wrapMethods(Object.getPrototypeOf(handle) as object, 'file', (name) => READS_FILES.test(name), before)
  await handle.close()
  wrapMethods(fs, 'file', (name) => READS_FILES.test(name), before)
  wrapMethods(fs.promises, 'file', (name) => READS_FILES.test(name), before)
  syncBuiltinESMExports()
  return before
}

/** The callback looks at files itself. */
function outsideOfItself(callback: BeforeWrite): BeforeWrite {
  let isInside = false
  return (description) => {
    if (isInside) return
    isInside = true
    callback(description)
    isInside = false
  }
}

function isQuery(sql: unknown): boolean {
  return typeof sql === 'string' && READS_ROWS.test(sql)
}

function wrapMethods(
  target: object,
  engine: string,
  isRead: (name: string, args: readonly unknown[], self: unknown) => boolean,
  before: BeforeWrite,
): void {
  for (const [name, { value, configurable }] of Object.entries(Object.getOwnPropertyDescriptors(target))) {
    if (typeof value !== 'function' || name === 'constructor' || !configurable) continue
    const method = value as Method
    Object.defineProperty(target, name, {
      configurable: true,
      writable: true,
      value: function (this: unknown, ...args: unknown[]) {
        if (!isRead(name, args, this)) before(`${engine}: ${name} ${subjectOf(args, this)}`)
        return method.apply(this, args)
      },
    })
  }
}

/** Describes the call in error messages. */
function subjectOf([first]: readonly unknown[], self: unknown): string {
  const subject = self instanceof StatementSync ? self.sourceSQL : first
  return typeof subject === 'string' ? subject.replaceAll(/\s+/g, ' ').slice(0, 80) : ''
}
