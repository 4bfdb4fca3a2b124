import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { areasOf, SHARED } from '../packages/web/vite/messages.ts'

const WEB = join(import.meta.dirname, '../packages/web')
const IMPORT = /(?:from|import\() ?'((?:#|\.)[^']+)'/g

/** Path from the package → paths that it imports. */
const imports = new Map(
  readdirSync(join(WEB, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => {
      const file = join(WEB, 'src', name)
      const found = readFileSync(file, 'utf8').matchAll(IMPORT)
      return [relative(WEB, file), [...found].map(([, target]) => pathOf(file, target!))] as const
    }),
)

function pathOf(file: string, target: string): string {
  return target.startsWith('#') ? `src/${target.slice(1)}` : relative(WEB, join(dirname(file), target))
}

/** The areas of whoever imports it, also by way of what is shared. */
function areasThatUse(path: string, seen = new Set<string>()): ReadonlySet<string> {
  const areas = new Set<string>()
  for (const [user, imported] of imports) {
    if (!imported.includes(path) || seen.has(user)) continue
    seen.add(user)
    const isShared = /^src\/(?:product|ui|lib)\//.test(user)
    const own = isShared ? areasThatUse(user, seen) : areasOf(WEB, join(WEB, user))
    for (const area of own) areas.add(area)
  }
  return areas
}

describe('messages of what several screens show', () => {
  it.each(Object.keys(SHARED))('[UI353] those of %s load with each screen that shows it', (path) => {
    const areas = [...areasThatUse(path)].filter((area) => area !== 'gallery')
    expect(areas.toSorted()).toEqual([...SHARED[path]!].toSorted())
  })
})
