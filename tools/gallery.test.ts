import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const WEB = join(resolve(import.meta.dirname, '..'), 'packages/web/src')

/** A page cannot stand inside another one. */
const PAGES = ['ui/layout/lone-page.tsx']
/** These load data from the server. */
const NEEDS_SERVER = /^product\/search\//

const componentsUnder = (folder: string) =>
  readdirSync(join(WEB, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => `${folder}/${name}`)

it('[UI114] every component of the design system is on show for those who build with it', () => {
  const gallery = join(WEB, 'features/gallery')
  const shown = readdirSync(gallery)
    .map((name) => readFileSync(join(gallery, name), 'utf8'))
    .join('\n')
  const components = ['ui', 'product'].flatMap(componentsUnder).filter((path) => !NEEDS_SERVER.test(path))
  expect(components.length).toBeGreaterThan(20)
  expect(components.filter((path) => !shown.includes(`'#${path}'`))).toEqual(PAGES)
})
