import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Table } from './reference/page.ts'

const SRC = join(resolve(import.meta.dirname, '..'), 'packages/web/src')
const COMMAND = /\{\s*id: '([\w-]+)',\s*title: msg`([^`]+)`,\s*group: '(\w+)',(?:\s*keys: \[([^\]]*)\],)?/g

interface Shown {
  readonly title: string
  readonly group: string
  readonly keys: readonly string[]
}

/** Every command a screen declares, as its source says it. */
export function declaredCommands(): readonly Shown[] {
  const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(COMMAND)].map(([, , title, group, keys]) => ({
      title: title!,
      group: group!,
      keys: [...(keys ?? '').matchAll(/'([^']+)'/g)].map(([, key]) => key!),
    })),
  )
}

export function commandsTable(): Table {
  const rows = declaredCommands().map(({ title, group, keys }) => [
    title,
    group,
    keys.map((key) => `\`${key}\``).join(', '),
  ])
  const unique = new Map(rows.map((row) => [row.join('|'), row]))
  return { head: ['Command', 'Group', 'Keys'], rows: [...unique.values()] }
}
