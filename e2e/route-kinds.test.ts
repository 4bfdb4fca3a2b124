import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { openApp, type App } from './harness/app.ts'
import type { Installation } from './harness/installation.ts'
import { openRoutedOrigin } from './harness/routed-origin.ts'
import { buildRoutedShop } from './harness/routed-shop.ts'
import {
  createRoutedProject,
  listedRoutes,
  uploadRoutes,
  visitPages,
  writeRouteList,
} from './harness/route-screen.ts'
import { onStage } from './harness/stage.ts'

let home: string
let browser: Browser
let hindcast: Installation
let app: App

onStage(async (stage) => {
  ;({ hindcast, browser } = stage)
  home = await mkdtemp(join(tmpdir(), 'hindcast-route-kinds-'))
  app = await openApp(browser, hindcast.origin)
  return app
})
afterAll(() => rm(home, { recursive: true, force: true }))

const RELEASE = 'shop@1'
const VISITS = [
  { path: '/', heading: 'Home', follow: ['Item 1', '/api/items/1'] },
  { path: '/items/2', heading: '/api/items/2' },
  { path: '/docs/setup/linux', heading: 'Docs' },
  { path: '/help', heading: 'Help' },
  { path: '/de/help', heading: 'Help' },
  { path: '/team/ann', heading: 'Team' },
] as const

it.each([
  ['React Router', 'react-router'],
  ['TanStack Router', 'tanstack'],
])('[RT60] lists every kind of route of %s by its pattern', async (name, router) => {
  const site = await openRoutedOrigin(await buildRoutedShop(home, router, '@sentry/react'))
  try {
    const project = await createRoutedProject(hindcast, name)
    const file = join(home, `${router}.json`)
    const page = await browser.newPage()
    await page.addInitScript(() => void Object.assign(window, { config: {} }))
    await page.goto(site.url)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await writeRouteList(page, file)
    await page.close()
    await uploadRoutes(project, file, RELEASE)
    await visitPages(browser, site.url, { dsn: project.dsn, release: RELEASE }, VISITS)
    expect(await listedRoutes(app, project, VISITS.length + 1)).toEqual([
      '/',
      '/[[lang]]/help',
      '/docs/[...]',
      '/items/[id]',
      '/team/[name]',
    ])
  } finally {
    await site.close()
  }
})
