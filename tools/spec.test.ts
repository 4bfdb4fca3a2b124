import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const SPEC = join(ROOT, 'docs/spec')
const TESTS = ['packages/*/src/**/*.{test,contract,property}.{ts,tsx}', 'tools/*.test.ts', 'e2e/*.test.ts']

const areas = readdirSync(SPEC)
  .filter((name) => name !== 'README.md')
  .map((name) => {
    const text = readFileSync(join(SPEC, name), 'utf8')
    const numbers = Array.from(text.matchAll(/^- \*\*([A-Z]{2}\d+)\*\* \S/gm), (match) => match[1]!)
    return { name, prefix: /^# ([A-Z]{2}): /.exec(text)?.[1], numbers }
  })
const rules = areas.flatMap(({ numbers }) => numbers)
const cited = new Set(
  TESTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .flatMap((text) => Array.from(text.matchAll(/\[((?:[A-Z]{2}\d+)(?:[ ,]+[A-Z]{2}\d+)*)\]/g)))
    .flatMap((match) => match[1]!.split(/[ ,]+/)),
)

describe('docs/spec', () => {
  it('has rules', () => {
    expect(rules.length).toBeGreaterThan(700)
  })

  it('has a test for every rule', () => {
    expect(rules.filter((rule) => !cited.has(rule))).toEqual([])
  })

  it('has every rule that a test cites', () => {
    const known = new Set(rules)
    expect([...cited].filter((rule) => !known.has(rule))).toEqual([])
  })

  it('[AR20] uses no number twice', () => {
    expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([])
  })

  it('[AR20] keeps each rule in a file whose heading has its prefix', () => {
    const misplaced = areas.flatMap(({ name, prefix, numbers }) =>
      numbers.filter((rule) => !rule.startsWith(prefix ?? '?')).map((rule) => `${name}: ${rule}`),
    )
    expect(misplaced).toEqual([])
  })

  it('[AR20] lists every file in the README', () => {
    const readme = readFileSync(join(SPEC, 'README.md'), 'utf8')
    expect(areas.filter(({ name }) => !readme.includes(`](${name})`)).map(({ name }) => name)).toEqual([])
  })
})
