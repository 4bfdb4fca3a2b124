import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendCrowd } from '../tools/demo/crowd.ts'
import { findings } from '../tools/demo/findings.ts'
import { uploadRoutes } from '../tools/demo/hindcast.ts'
import {
  buildPackages,
  buildShop,
  cleanShop,
  startShop,
  type Bundler,
  type Reporting,
  type Shop,
} from '../tools/demo/shop.ts'
import type { App } from './harness/app.ts'
import { eventually } from './harness/eventually.ts'
import { freePort } from './harness/free-port.ts'
import { lookUp } from './harness/look-up.ts'
import { listedRoutes } from './harness/route-screen.ts'
import { pay, visitShop, WITH_NUMBER, WITHOUT_NUMBER } from './harness/shop-failures.ts'
import { onStageWithApp, type Stage } from './harness/stage.ts'

/** The real shop of `examples/next-shop`, built and started as `npm run demo` does it; the crowd visits the last build. */
const BUNDLERS: readonly Bundler[] = ['webpack', 'turbopack']
const BUILD_MS = 600_000

/** Page loads and navigations of the crowd, at least. */
const CROWD_VISITS = 40
const CROWD_ROUTES = [
  '/',
  '/[locale]/about',
  '/break',
  '/cart',
  '/gift-cards',
  '/gift-cards/[code]',
  '/guides/[...slug]',
  '/lookbook',
  '/looks/[id]',
  '/orders/[id]',
  '/products/[id]',
  '/shop/[[...filters]]',
]

let stage: Stage
let app: App
let reporting: Reporting
let shop: Shop

function openShop(bundler: Bundler): void {
  onStageWithApp((...given) => {
    ;[stage, app] = given
  })
  beforeAll(async () => {
    const { origin, dsn, init } = stage.hindcast
    const { token, org, project } = init
    reporting = { origin, dsn, token, org, project, release: `next-shop@${bundler}` }
    await buildPackages()
    await buildShop(reporting, { bundler })
    await uploadRoutes(reporting)
    shop = await startShop(await freePort(), reporting)
  }, BUILD_MS)
  afterAll(async () => {
    shop?.stop()
    await cleanShop()
  })
}

const nothing = () => Promise.resolve()

/** What a visitor reads on the error page: `ERROR …` on that of Next.js, `Digest: …` on that of the shop. */
async function shownTo(
  url: string,
  act: (page: Page) => Promise<unknown>,
  visitor?: string,
): Promise<string> {
  const { page, close } = await visitShop(stage.browser, url, visitor)
  await act(page)
  const shown = await page.getByText(/^(?:ERROR|Digest:) \S+$/).innerText()
  await eventually('the event of the browser', () => reportedByBrowser(shown))
  await close()
  return shown
}

/** Whether a browser reported an occurrence of the number that is shown. */
async function reportedByBrowser(shown: string): Promise<true | undefined> {
  const answer = await stage.hindcast.api.get(`/api/v1/digests/${encodeURIComponent(shown)}`)
  const { occurrences } = (await answer.json()) as {
    readonly occurrences: ReadonlyArray<{ readonly side: string; readonly browserSides: readonly string[] }>
  }
  return occurrences.some((one) => one.side === 'browser' || one.browserSides.length > 0) || undefined
}

/** The names of the facts beside the event that is open, e.g. `User`. */
const factNames = () => app.page.locator('aside dt')

const fact = (name: string) =>
  factNames()
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('+ dd')
    .innerText()

describe.each(BUNDLERS)('the shop, built with %s', (bundler) => {
  openShop(bundler)

  it.each(WITH_NUMBER)(
    '[NX50] the number of $of leads to the server’s error, its source, its route and what that visitor’s browser got',
    async ({ path, route, title, act = nothing }) => {
      const visitor = `visitor${path.replaceAll(/[^a-z]/g, '')}`
      const shown = await shownTo(shop.url + path, act, visitor)
      const tags = await lookUp(app, stage.hindcast, shown, title)
      expect(tags['nextjs.digest']).toBe(shown.split(' ')[1])
      const { page } = app
      await page.locator('#stack').getByText(`throw new Error('${title}')`).waitFor()
      expect(await page.locator('#request').innerText()).toContain(path)
      expect(await fact('This route')).toBe(route)
      const beneath = page.getByRole('region', { name: 'In the browser' })
      await beneath.getByText(/joined by (?:digest|trace)/).waitFor()
      await beneath.getByRole('link', { name: 'Open the browser’s event' }).click()
      await page.getByRole('region', { name: 'The server’s error' }).waitFor()
      expect(await fact('User')).toBe(`${visitor}@example.com`)
      expect(await fact('This route')).toBe(route)
    },
  )

  it.each(WITHOUT_NUMBER)(
    '[NX51] what shows no number is reported with its route: %s',
    async (_, path, title, route) => {
      const { page, close } = await visitShop(stage.browser, shop.url + path)
      if (path.endsWith('-action')) await pay(page)
      const event = await eventually('the event', async () => {
        const events = await stage.hindcast.api.allEvents()
        return events.find((one) => title.test(one.title))
      })
      expect(await page.getByText(/^(?:ERROR|Digest:) \S+$/).count()).toBe(0)
      await close()
      await app.open(`/issues/${event.issueId}/events/${event.eventId}`)
      await app.page.getByRole('heading', { level: 1, name: title }).waitFor()
      expect(await fact('This release')).toBe(reporting.release)
      const shown = (await factNames().allInnerTexts()).includes('This route')
      expect(shown ? await fact('This route') : undefined).toBe(route)
    },
  )

  if (bundler === BUNDLERS.at(-1)) describe('the crowd of the demo', testCrowd)
})

function testCrowd(): void {
  const notes: string[] = []
  let number: string | undefined
  beforeAll(async () => {
    const never = new AbortController().signal
    ;({ number } = await sendCrowd(stage.browser, shop.url, never, (note) => notes.push(note)))
  }, BUILD_MS)

  it('[NX52] finds every page, and its visits have the patterns of the shop’s files', async () => {
    expect(notes).toEqual([])
    const listed = await listedRoutes(app, reporting, CROWD_VISITS)
    expect(listed).toEqual(expect.arrayContaining(CROWD_ROUTES))
    expect(listed.filter((route) => /^\/(?:p\/|old-shop|monitoring)/.test(route))).toEqual([])
  })

  it('[OP102] leaves something behind every address that the demo prints', async () => {
    const found = await findings(reporting, number, new AbortController().signal)
    expect(found.map(([name]) => name)).toEqual([
      'Issues',
      `“${number}”`,
      'A route',
      'A trace',
      'Navigations',
    ])
    const shows = ['Issues', /^Digest \d+$/, '/products/[id]', /products\/\[id\]/, 'Navigations']
    for (const [index, [, address]] of found.entries()) {
      await app.open(address)
      await app.page.getByRole('heading', { level: 1, name: shows[index]! }).waitFor()
    }
  })
}
