import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundlePackage } from '../packages/browser/build.ts'
import { openApp, type App } from './harness/app.ts'
import { launchBrowser } from './harness/browser.ts'
import type { Installation } from './harness/installation.ts'
import { buildNextApp, cleanNextApp, installModule, startNextApp, type NextApp } from './harness/next-app.ts'
import { NEXT_SHOP } from './harness/paths.ts'
import { createRoutedProject, listedRoutes, uploadRoutes, visitPages } from './harness/route-screen.ts'
import { factsOf, open, settle, visitShop } from './harness/routed-shop.ts'
import { onStage } from './harness/stage.ts'

const BUILD_MS = 300_000
const APP = join(NEXT_SHOP, 'navigations')

let browser: Browser
let shop: NextApp
let url: string

beforeAll(async () => {
  await installModule(APP, '@hindcast/browser', { '.': await bundlePackage() })
  await buildNextApp(APP)
  shop = await startNextApp(APP)
  url = shop.url
  browser = await launchBrowser()
}, BUILD_MS)
afterAll(async () => {
  await browser?.close()
  shop?.stop()
  await cleanNextApp(APP)
})

/** Until everything in view is prefetched: all pages were asked for, and no answer came for a second. */
async function prefetched(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes('_rsc='))
    const pages = new Set(asked.map(({ name }) => new URL(name).pathname))
    const last = Math.max(...asked.map((entry) => entry.startTime + entry.duration))
    const wanted = ['/fast', '/slow/1', '/slow/3', '/plain/1', '/action']
    // Prefetched as a whole, it takes longer than the pause; its first part alone does not tell that it is there.
    const isWhole = asked.some(({ name, duration }) => name.includes('/slow/3') && duration > 1400)
    return isWhole && wanted.every((path) => pages.has(path)) && performance.now() - last > 1000
  })
}

const visit = (count: number, act: (page: Page) => Promise<void>) =>
  visitShop(browser, url, {}, count, async (page) => {
    await prefetched(page)
    await act(page)
  })

it.each([
  ['a static page', 'Fast', { served: 'cache', prefetch: 'used', data_requests: 0 }],
  [
    'a slow page whose first part was prefetched',
    'Slow 1',
    { served: 'partial', prefetch: 'used', data_requests: 1 },
  ],
  [
    'a slow page that was not prefetched',
    'Slow 2',
    { served: 'network', prefetch: 'none', data_requests: 1 },
  ],
  [
    'a slow page that was prefetched as a whole',
    'Slow 3',
    { served: 'cache', prefetch: 'used', data_requests: 0 },
  ],
  [
    'a page without a first part',
    'Plain 1',
    { served: 'network', prefetch: 'insufficient', data_requests: 1 },
  ],
])('[NV20] tells how %s was served', async (_, name, facts) => {
  const told = await visit(1, (page) => open(page, name, name))
  expect(told.faults).toEqual([])
  const to = `/${name.toLowerCase().replace(' ', '/')}`
  expect(told.navigations).toMatchObject([{ from: '/', to, trigger: 'click', ...facts }])
  // Next.js 16 has no such states.
  expect(told.navigations[0]).not.toHaveProperty('cache_state')
})

it('[NV20] tells of back, and which prefetches were for nothing and what they cost', async () => {
  const told = await visit(2, async (page) => {
    await open(page, 'Fast', 'Fast')
    await page.goBack()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await settle(page)
  })
  expect(told.navigations[1]).toMatchObject({ from: '/fast', to: '/', trigger: 'back', served: 'cache' })
  const wasted = told.spans
    .filter(({ op }) => op === 'navigation.prefetch')
    .map((span) => factsOf(span, 'prefetch'))
  expect(wasted.find(({ to }) => to === '/slow/1')).toMatchObject({
    outcome: 'unused',
    from: '/',
    status: 200,
  })
  expect(wasted.find(({ to }) => to === '/slow/1')!['bytes']).toBeGreaterThan(0)
  expect(wasted.map(({ to }) => to)).not.toContain('/fast')
})

it('[NV20] tells posts of server actions from fetches of page data', async () => {
  const told = await visit(1, async (page) => {
    await open(page, 'Action', 'Action')
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Greet' }).click()
    await answered
    await settle(page)
  })
  const kinds = told.spans.flatMap((span) => factsOf(span, 'request')['kind'] ?? [])
  expect(kinds.filter((kind) => kind === 'action')).toHaveLength(1)
  expect(kinds).toContain('prefetch')
})

it('[NV20] tells of the full page load into the Pages Router, and why', async () => {
  const told = await visit(2, (page) => open(page, 'Legacy', 'Legacy'))
  expect(told.navigations).toMatchObject([
    { from: '/', to: '/legacy', failure: 'data_failed' },
    { from: '/', to: '/legacy', served: 'full_load', fallback: 'data_failed', skew: false },
  ])
})

describe('the routes of a build', () => {
  let app: App
  let hindcast: Installation

  onStage(async (stage) => {
    ;({ hindcast } = stage)
    app = await openApp(stage.browser, hindcast.origin)
    return app
  })

  it('[RT60] lists every kind of route of both routers of Next.js by its pattern', async () => {
    const project = await createRoutedProject(hindcast, 'Next shop')
    const config = { dsn: project.dsn, release: 'shop@1' }
    await uploadRoutes(project, APP, config.release)
    await visitPages(browser, url, config, [
      { path: '/feed', heading: 'Feed', follow: ['Photo 7', 'Photo above the feed'] },
      { path: '/photos/8', heading: 'Photo' },
      { path: '/docs/setup/linux', heading: 'Docs' },
      { path: '/filters', heading: 'Filters' },
      { path: '/filters/red/xl', heading: 'Filters' },
      { path: '/imprint', heading: 'Imprint' },
      { path: '/de/welcome', heading: 'Welcome' },
      { path: '/p/5', heading: 'Plain 5' },
      { path: '/quick', heading: 'Fast' },
      { path: '/product/9', heading: 'Product' },
      { path: '/archive/2026/11', heading: 'Archive' },
    ])
    expect(await listedRoutes(app, project, 12)).toEqual([
      '/[locale]/welcome',
      '/archive/[...rest]',
      '/docs/[...slug]',
      '/fast',
      '/feed',
      '/filters/[[...filter]]',
      '/imprint',
      '/photos/[id]',
      '/plain/[id]',
      '/product/[id]',
    ])
  })
})
