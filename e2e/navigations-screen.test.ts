import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { openApp, type App } from './harness/app.ts'
import { eventually } from './harness/eventually.ts'
import type { Installation } from './harness/installation.ts'
import { openRoutedOrigin, type RoutedOrigin } from './harness/routed-origin.ts'
import { buildRoutedShop, open } from './harness/routed-shop.ts'
import { onStage } from './harness/stage.ts'

let home: string
let site: RoutedOrigin
let browser: Browser
let hindcast: Installation
let app: App

onStage(async (stage) => {
  ;({ hindcast, browser } = stage)
  home = await mkdtemp(join(tmpdir(), 'hindcast-navigations-screen-'))
  site = await openRoutedOrigin(await buildRoutedShop(home, 'react-router', '@sentry/react'))
  app = await openApp(browser, hindcast.origin)
  return app
})
afterAll(async () => {
  await site?.close()
  await rm(home, { recursive: true, force: true })
})

const address = (more = '') => `/projects/${hindcast.init.project}/navigations${more}`

/** Somebody opens the shop, looks at two pages and leaves. */
async function shop(release: string, refundIsGone = false): Promise<void> {
  const page = await browser.newPage()
  await page.addInitScript((config) => void Object.assign(window, { config }), { dsn: hindcast.dsn, release })
  if (refundIsGone)
    await page.route('**/assets/refund-page-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.goto(site.url)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await open(page, 'About', 'About')
  await open(page, 'Refund', refundIsGone ? 'Failed' : 'Refund')
  // Not closed: what a page sends as it is left would be cut off.
  await page.goto('about:blank')
}

async function asked<T>(more: string, isThere: (answer: T) => boolean): Promise<T> {
  return eventually(`the navigations${more}`, async () => {
    const response = await fetch(`${hindcast.origin}/api/v1${address(more)}`, {
      headers: { authorization: `Bearer ${hindcast.init.token}` },
    })
    const answer = (await response.json()) as T
    return isThere(answer) ? answer : undefined
  })
}

it('[NV39] says how to report navigations while there are none', async () => {
  await app.open(address())
  await app.page.getByRole('heading', { name: 'No navigations in this period' }).waitFor()
  await app.page.getByText('npm install @hindcast/browser').waitFor()
  await app.open(address('/old-releases'))
  await app.page.getByRole('heading', { name: 'No visits with a release' }).waitFor()
})

it('[NV39] shows the navigations of a real app by pair of routes, and opens one with the keyboard', async () => {
  await shop('shop@1.0.0')
  await asked<{ pairs: readonly unknown[] }>('', ({ pairs }) => pairs.length === 2)
  await app.open(address())
  const { page } = app
  const row = page.getByRole('row').filter({ hasText: '→ /refund' })
  await row.getByRole('img', { name: 'Waited for the network 100%' }).first().waitFor()
  const about = page.getByRole('row').filter({ hasText: '→ /about' })
  await about.getByRole('img', { name: 'Served from cache 100%' }).first().waitFor()
  await page.keyboard.press('j')
  const first = page.locator('tbody a').first()
  expect(await first.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText('Trace of the slowest navigation').waitFor()
  expect(await first.getAttribute('aria-expanded')).toBe('true')
  expect(['/about', '/refund']).toContain(new URL(page.url()).searchParams.get('to'))
  await page.getByRole('link', { name: 'Trace of the slowest navigation' }).click()
  await page.waitForURL(/\/traces\/[0-9a-f]{32}/)
})

it('[NV40] shows who is on a release that was replaced, and what fails for them', async () => {
  await shop('shop@1.1.0')
  await asked<{ current: string | null }>('/old-releases', ({ current }) => current === 'shop@1.1.0')
  await shop('shop@1.0.0', true)
  await asked<{ releases: readonly { failed: number }[] }>(
    '/old-releases',
    ({ releases }) => releases[0]?.failed === 1,
  )
  await app.open(address('/old-releases'))
  const { page } = app
  const row = page.getByRole('row').filter({ hasText: 'shop@1.0.0' })
  await row.waitFor()
  expect(await row.getByRole('cell').nth(3).innerText()).toBe('1')
  await page.getByText('shop@1.1.0').waitFor()
  await page.getByRole('link', { name: 'Between routes' }).click()
  await page.getByRole('row').filter({ hasText: '→ /refund' }).getByText('1 after a deploy').waitFor()
})

it('[NV42] draws waiting times and failures over time, with the releases that were first seen then', async () => {
  await app.open(address())
  const { page } = app
  await page.getByRole('application', { name: 'Waiting time over time' }).waitFor()
  const failures = page.getByRole('figure').filter({
    has: page.getByRole('application', { name: 'Failed navigations over time' }),
  })
  await failures.getByText('Show as table').click()
  await failures.getByRole('row').filter({ hasText: 'shop@1.1.0 first seen' }).waitFor()
  const rows = await failures
    .getByRole('row')
    .filter({ hasNot: page.getByRole('columnheader') })
    .all()
  const cells = await Promise.all(rows.map((row) => row.getByRole('cell').allTextContents()))
  expect(cells.filter(([failed, onOldRelease]) => failed === '1' && onOldRelease === '1')).toHaveLength(1)
})

/** A visit of which one in four is sent. */
async function sampledVisit(user: string): Promise<void> {
  const id = crypto.randomUUID().replaceAll('-', '')
  const now = Date.now() / 1000
  const trace = { trace_id: id, span_id: id.slice(16), op: 'pageload', origin: 'auto.pageload.browser' }
  const transaction = {
    type: 'transaction',
    event_id: id,
    transaction: '/',
    transaction_info: { source: 'route' },
    release: 'shop@1.0.0',
    environment: 'production',
    start_timestamp: now - 1,
    timestamp: now,
    user: { id: user },
    request: { url: 'https://shop.example/' },
    contexts: { trace },
    spans: [],
  }
  const { host, username, pathname } = new URL(hindcast.dsn)
  const header = { event_id: id, trace: { trace_id: id, public_key: username, sample_rate: '0.25' } }
  const lines = [header, { type: 'transaction' }, transaction].map((line) => JSON.stringify(line))
  const response = await fetch(`http://${host}/api${pathname}/envelope/?sentry_key=${username}`, {
    method: 'POST',
    body: lines.join('\n'),
  })
  expect(response.status).toBe(200)
}

it('[NV43] says that users of sampled visits are the least there were', async () => {
  // Beside the visitor from before.
  for (const user of ['ann', 'bob', 'eve']) await sampledVisit(user)
  await asked<{ releases: readonly { visits: { margin: number } }[] }>(
    '/old-releases',
    ({ releases }) => (releases[0]?.visits.margin ?? 0) > 11,
  )
  await app.open(address('/old-releases'))
  const cells = app.page.getByRole('row').filter({ hasText: 'shop@1.0.0' }).getByRole('cell')
  await cells.first().getByText('users without a sampled visit are not counted').waitFor()
  expect(await cells.nth(0).innerText()).toMatch(/^≥ 4/)
  expect(await cells.nth(1).innerText()).toMatch(/^~1\d.*Extrapolated from \d sampled, ± \d/s)
  expect(await cells.nth(3).innerText()).toMatch(/^~\d.*Extrapolated from/s)
})
