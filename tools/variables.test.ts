import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
/** The server, and the command that runs where an application is built. */
const READING = ['packages/server/src/app/config.ts', 'packages/next/src/upload/settings.ts']
const TELLING = ['README.md', 'CHANGELOG.md', 'docs/**/*.md', 'packages/*/src/**/*.{ts,tsx,json}']

const namesIn = (file: string) => readFileSync(join(ROOT, file), 'utf8').match(/HINDCAST_[A-Z_]+/g) ?? []

describe('variables of the environment', () => {
  it('[AR5] have the same names in pages, messages, docs and code', () => {
    const read = new Set(READING.flatMap(namesIn))
    const told = TELLING.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).flatMap((file) =>
      namesIn(file).map((name) => ({ name, file })),
    )
    expect(told.length).toBeGreaterThan(50)
    expect(told.filter(({ name }) => !read.has(name))).toEqual([])
  })

  it('[AR5] are all listed in the README', () => {
    const told = new Set(namesIn('README.md'))
    const config = readFileSync(join(ROOT, 'packages/server/src/app/config.ts'), 'utf8')
    const settable = [...config.matchAll(/^ {2}(HINDCAST_[A-Z_]+): v\./gm)].map(([, name]) => name)
    expect(settable.length).toBeGreaterThan(10)
    expect(settable.filter((name) => !told.has(name!))).toEqual([])
  })
})
