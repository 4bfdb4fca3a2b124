import { readFileSync } from 'node:fs'
import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const TESTS = ['packages/*/src/**/*.{test,contract,property}.{ts,tsx}', 'tools/*.test.ts', 'e2e/*.test.ts']

const rules = new Set(
  [...readFileSync(join(ROOT, 'docs/spec.md'), 'utf8').matchAll(/^- \*\*([A-Z]{2}\d+)\*\*/gm)].map(
    (match) => match[1]!,
  ),
)
const cited = new Set(
  TESTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .flatMap((text) => Array.from(text.matchAll(/\[((?:[A-Z]{2}\d+)(?:[ ,]+[A-Z]{2}\d+)*)\]/g)))
    .flatMap((match) => match[1]!.split(/[ ,]+/)),
)

describe('docs/spec.md', () => {
  it('has rules at all', () => {
    expect(rules.size).toBeGreaterThan(30)
  })

  it('promises nothing that no test holds', () => {
    expect([...rules].filter((rule) => !cited.has(rule))).toEqual([])
  })

  it('names every rule that a test cites', () => {
    expect([...cited].filter((rule) => !rules.has(rule))).toEqual([])
  })
})
