import type { Overview } from '@hindcast/contract/overview/overview.ts'
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openApp, type App } from './harness/app.ts'
import { expectAccessibleAtBothWidths } from './harness/axe.ts'
import { eventually } from './harness/eventually.ts'
import type { Installation } from './harness/installation.ts'
import { HINDCAST } from './harness/paths.ts'
import { run } from './harness/run.ts'
import { onStage } from './harness/stage.ts'

let hindcast: Installation
let app: App
let page: Page
let address: string

onStage(async (stage) => {
  ;({ hindcast } = stage)
  app = await openApp(stage.browser, hindcast.origin)
  ;({ page } = app)
  address = `/projects/${hindcast.init.project}/overview`
  return app
})

async function overview(): Promise<Overview> {
  const response = await hindcast.api.get(`/api/v1/projects/${hindcast.init.project}/overview`)
  return (await response.json()) as Overview
}

/** The heading of a panel, and what is in it. */
const panel = (name: string) =>
  page.locator('main section').filter({ has: page.getByRole('heading', { name }) })
const shownPath = () => decodeURIComponent(new URL(page.url()).pathname)
const shownQuery = () => new URL(page.url()).searchParams.get('q')

async function follow(link: ReturnType<Page['getByRole']>): Promise<void> {
  await app.open(address)
  await link.first().click()
  await eventually('another screen', async () => shownPath() !== address || undefined)
  await app.settled()
}

describe('the overview of a project without events', () => {
  it('[OV15] shows how to connect', async () => {
    await app.open(address)
    await page.getByRole('heading', { name: 'Waiting for the first event' }).waitFor()
    await expectAccessibleAtBothWidths(page, 'the empty overview')
    await page.getByRole('main').getByRole('link', { name: 'Connect an app' }).click()
    await page.getByRole('heading', { name: 'Connect', level: 1 }).waitFor()
  })

  it('[OV14] is not where the first page leads yet', async () => {
    await app.open('/')
    expect(shownPath()).toBe(`/projects/${hindcast.init.project}/connect`)
  })
})

describe('the overview of a busy shop', () => {
  it('[OV14] is the first page once there are events, and the first place of the navigation', async () => {
    const seeded = await run(process.execPath, [HINDCAST, 'seed', 'busy-shop', '--data', hindcast.dataDir])
    expect(seeded.code, seeded.stderr).toBe(0)
    await eventually('all of the sample', async () => {
      const { totals, routes, releases } = await overview()
      const isThere = (totals?.errors.now ?? 0) > 150 && releases?.length === 5 && routes?.visited === true
      return isThere || undefined
    })
    await app.open('/')
    expect(shownPath()).toBe(address)
    const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    expect(await places.first().innerText()).toContain('Overview')
    await app.open(`/projects/${hindcast.init.project}/issues`)
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  })

  it('[OV1, OV4, OV5, OV6, OV7, OV8] shows every part of the morning', async () => {
    await app.open(address)
    const figures = page.getByRole('region', { name: 'Last 24 hours' })
    const { totals, issues } = await overview()
    await figures.getByRole('link', { name: new RegExp(`^Errors ${totals!.errors.now}`) }).waitFor()
    await figures.getByText('vs. yesterday').first().waitFor()
    expect(await figures.getByText('vs. the same weekday last week').count()).toBe(2)
    await figures.getByRole('link', { name: new RegExp(`^New issues ${issues!.appeared.total}`) }).waitFor()
    await panel('Errors, 14 days')
      .getByRole('application', { name: 'Errors, 14 days' })
      .locator('canvas')
      .waitFor()
    await panel('New and regressed issues').getByText('ChunkLoadError').first().waitFor()
    await page.getByRole('table', { name: 'Slowest routes' }).getByText('/[locale]/search').waitFor()
    const newest = page.getByRole('table', { name: 'Releases, 14 days' }).getByRole('row').nth(1)
    expect(await newest.innerText()).toMatch(/shop@4\.3\.0[\s\S]*9\d(?:\.\d+)?%/)
    await panel('Setup').getByText('No mail server is configured').waitFor()
  })

  it('[OV4] has the chart as a table, with the releases of each time', async () => {
    await app.open(address)
    await page.getByText('Show as table').click()
    const table = panel('Errors, 14 days').getByRole('table')
    const { timeline } = await overview()
    expect(await table.getByRole('row').count()).toBe(1 + timeline!.errors.values.length)
    await table.getByText('shop@4.3.0 first seen').waitFor()
    await expectAccessibleAtBothWidths(page, 'the overview')
  })

  it('[OV13] leads from each figure to its screen', async () => {
    const figures = page.getByRole('region', { name: 'Last 24 hours' })
    const project = `/projects/${hindcast.init.project}`
    await follow(figures.getByRole('link', { name: /^Errors/ }))
    expect([shownPath(), shownQuery()]).toEqual([`${project}/events`, 'level:error,fatal !type:csp'])
    await follow(figures.getByRole('link', { name: /^Users affected/ }))
    expect([shownPath(), shownQuery()]).toEqual([`${project}/issues`, 'is:unresolved last-seen:-24h'])
    await follow(figures.getByRole('link', { name: /^New issues/ }))
    expect([shownPath(), shownQuery()]).toEqual([`${project}/issues`, 'is:unresolved age:-24h'])
    await page.getByText('ChunkLoadError').first().waitFor()
    await follow(figures.getByRole('link', { name: /^Regressed issues/ }))
    expect([shownPath(), shownQuery()]).toEqual([`${project}/issues`, 'is:regressed last-seen:-24h'])
    await follow(page.getByRole('table', { name: 'Slowest routes' }).getByRole('link'))
    expect(shownPath()).toBe(`${project}/routes/one`)
    await follow(page.getByRole('table', { name: 'Releases, 14 days' }).getByRole('link'))
    expect(shownPath()).toBe(`${project}/releases/shop@4.3.0`)
    await follow(panel('New and regressed issues').getByRole('link', { name: /ChunkLoadError/ }))
    expect(shownPath()).toMatch(/^\/issues\/\d+$/)
    await follow(panel('Setup').getByRole('link', { name: 'Set up a channel' }))
    expect(shownPath()).toBe('/alerts/channels')
  })
})

describe('a part of the overview', () => {
  const ROUTES = '**/overview?part=routes'
  const ISSUES = '**/overview?part=issues'
  const refuse = (route: Route) =>
    route.fulfill({ status: 504, json: { code: 'too_slow', message: 'This took longer than 30 seconds.' } })

  it('[OV12] that fails or is slow leaves the others as they are, and can be tried again', async () => {
    let answer = () => {}
    const slow = new Promise<void>((resolve) => (answer = resolve))
    await page.route(ROUTES, refuse)
    await page.route(ISSUES, async (route) => {
      await slow
      await route.continue()
    })
    await page.goto(address)
    const routes = panel('Slowest routes')
    await routes.getByRole('alert').filter({ hasText: 'Couldn’t load the routes' }).waitFor()
    await page.getByRole('table', { name: 'Releases, 14 days' }).waitFor()
    await page.getByRole('link', { name: /^Errors \d/ }).waitFor()
    const issues = panel('New and regressed issues')
    expect(await issues.getByRole('listitem').count()).toBe(0)
    answer()
    await issues.getByText('ChunkLoadError').first().waitFor()
    await page.unroute(ROUTES)
    await routes.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table', { name: 'Slowest routes' }).waitFor()
    await page.unroute(ISSUES)
  })
})
