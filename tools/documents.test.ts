import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { LIMITS } from '../packages/server/src/domain/limits.ts'
import { ROLE_NAMES } from '../packages/server/src/domain/people/roles.ts'

const ROOT = resolve(import.meta.dirname, '..')
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', 'e2e/*.md', 'fixtures/*.md', 'examples/*/*.md'], {
  cwd: ROOT,
})

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const all = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, found]) => found!)

it('[AR22] links in documents lead to files that exist', () => {
  const links = DOCUMENTS.flatMap((file) =>
    all(read(file), /\]\(([^)#\s]+)/g)
      .filter((link) => !/^[a-z]+:/.test(link))
      .map((link) => ({ file, link })),
  )
  expect(links.length).toBeGreaterThan(30)
  expect(links.filter(({ file, link }) => !existsSync(join(ROOT, dirname(file), link)))).toEqual([])
})

it('[AR22] paths of the repository in documents exist', () => {
  const paths = DOCUMENTS.flatMap((file) =>
    all(read(file), /`(?:node )?((?:packages|tools|bench|e2e|examples|fixtures|docs)\/[^`\s*]+)`/g).map(
      (path) => ({
        file,
        path,
      }),
    ),
  )
  expect(paths.length).toBeGreaterThan(5)
  // Built, so not there in a fresh clone.
  const kept = paths.filter(({ path }) => !path.startsWith('packages/web/dist'))
  expect(kept.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([])
})

it('[AR23] the specification names every role and every type of item', () => {
  const page = read('docs/specification.md')
  const roles = all(page, /^\| (\w+) +\|/gm)
  expect(ROLE_NAMES.filter((role) => !roles.includes(role))).toEqual([])
  const types = Object.keys(LIMITS.itemBytes)
  expect(types.length).toBeGreaterThan(10)
  expect(types.filter((type) => !page.includes(`\`${type}\``))).toEqual([])
})
