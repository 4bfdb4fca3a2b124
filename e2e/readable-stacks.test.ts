import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { openApp, type App } from './harness/app.ts'
import { expectAccessibleInBothThemes } from './harness/axe.ts'
import type { Installation } from './harness/installation.ts'
import { buildShop, crashShop, uploadMaps, type ShopBuild } from './harness/shop-build.ts'
import { onStage } from './harness/stage.ts'

const MISSING =
  'Upload the source maps of this build: the script has a debug ID, but no file with that ID was uploaded.'

let hindcast: Installation
let browser: Browser
let app: App
let page: Page
let home: string
let shop: ShopBuild
let crash: EventView

onStage(async (stage) => {
  ;({ hindcast, browser } = stage)
  home = await mkdtemp(join(tmpdir(), 'hindcast-readable-'))
  shop = await buildShop(home, { bundler: 'vite', release: 'shop@2.0.0' })
  crash = await crashShop(browser, hindcast, shop, 'Buy')
  app = await openApp(browser, hindcast.origin)
  page = app.page
  return app
})
afterAll(() => rm(home, { recursive: true, force: true }))

const stack = () => page.locator('#stack')
const history = () => page.getByText(/Source map received: \d+ events? (?:is|are) readable now\./)

/** The frames from the top down: function, place, and what is said of its map. Those of packages are folded. */
async function shownFrames(): Promise<readonly string[]> {
  const rows = await stack().locator('ol > li button[aria-expanded]').allInnerTexts()
  return rows.map((row) => row.trim().replaceAll(/\s+/g, ' ')).filter((row) => !/^\d+ frames? of /.test(row))
}

/** What stands around the failing line once its frame is open. */
const sourceAround = (place: string) => stack().getByLabel(`Source around ${place}`)

describe('a built page that fails before its maps are uploaded', () => {
  it('[SM86] is shown as it was built, with what is missing and what to do about it', async () => {
    await app.open(`/issues/${crash.issueId}`)
    await stack()
      .getByText(/^0 of \d+ frames mapped/)
      .waitFor()
    await stack().getByText(MISSING).waitFor()
    const frames = await shownFrames()
    expect(frames.length).toBeGreaterThan(2)
    for (const frame of frames) expect(frame).toMatch(/page-[\w-]{8}\.js:\d+:\d+.* no map$/)
    expect(await stack().innerText()).not.toContain('cart.js')
    expect(await history().count()).toBe(0)
  })

  it('[SM86] says of a frame what was looked for and not found', async () => {
    await stack().locator('ol > li button[aria-expanded]').first().press('Enter')
    const doctor = stack().getByRole('region', { name: 'Source map of this frame' })
    await doctor.waitFor()
    const words = (await doctor.innerText()).replaceAll(/\s+/g, ' ')
    expect(words).toContain('Source map not found.')
    expect(words).toMatch(/Debug ID [0-9a-f]{8}-[0-9a-f-]{27} ✕ nothing found/)
    expect(words).toContain(`Fix ${MISSING}`)
    await expectAccessibleInBothThemes(page, 'a stack without maps')
  })

  it('[SM87] is shown as it was written once sentry-cli has uploaded them, on the page that is open', async () => {
    await page.evaluate(() => void (document.documentElement.dataset['mark'] = 'same page'))
    await uploadMaps(shop, hindcast)
    await expectWritten()
    await page.getByRole('heading', { level: 1, name: /^TypeError: .*'price'/ }).waitFor()
    await history().waitFor()
    expect(await history().innerText()).toBe('Source map received: 1 event is readable now.')
    expect(await page.evaluate(() => document.documentElement.dataset['mark'])).toBe('same page')
    await expectAccessibleInBothThemes(page, 'a stack with maps')
  })

  it('[SM87] is shown the same way when it is loaded again', async () => {
    await page.reload()
    await expectWritten()
    await history().waitFor()
    expect((await hindcast.api.awaitIssues(1))[0]).toMatchObject({ culprit: 'priceOf (cart.js)' })
  })
})

async function expectWritten(): Promise<void> {
  await stack()
    .getByText(/^(\d+) of \1 frames mapped/)
    .waitFor()
  expect(await shownFrames()).toEqual([
    expect.stringMatching(/^priceOf cart\.js:2:\d+/),
    expect.stringMatching(/^checkout cart\.js:7:\d+/),
    expect.stringMatching(/^onBuy page\.js:22:\d+/),
  ])
  expect(await sourceAround('cart.js:2').innerText()).toContain('return item.price.amount * item.quantity')
}

describe('a built page that fails after its maps were uploaded', () => {
  it('[SM88] is shown as it was written at once', async () => {
    const { issueId } = await crashShop(browser, hindcast, shop, 'Refund')
    await app.open(`/issues/${issueId}`)
    await stack()
      .getByText(/^(\d+) of \1 frames mapped/)
      .waitFor()
    expect(await shownFrames()).toEqual([
      expect.stringMatching(/^ownerOf refund\.js:2:\d+/),
      expect.stringMatching(/^refund refund\.js:7:\d+/),
      expect.stringMatching(/^onRefund page\.js:26:\d+/),
    ])
    expect(await sourceAround('refund.js:2').innerText()).toContain('return order.customer.name')
    expect(await history().count()).toBe(0)
  })
})
