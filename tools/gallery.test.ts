import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const WEB = join(resolve(import.meta.dirname, '..'), 'packages/web/src')

/** A page cannot stand inside another one. */
const PAGES = ['lone-page.tsx']

it('[UI114] every component of the design system is on show for those who build with it', () => {
  const gallery = join(WEB, 'features/gallery')
  const shown = readdirSync(gallery)
    .map((name) => readFileSync(join(gallery, name), 'utf8'))
    .join('\n')
  const components = readdirSync(join(WEB, 'ui')).filter((name) => name.endsWith('.tsx'))
  expect(components.length).toBeGreaterThan(20)
  expect(components.filter((name) => !shown.includes(`ui/${name}'`))).toEqual(PAGES)
})
