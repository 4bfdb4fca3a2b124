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
  type Reporting,
  type Shop,
} from '../tools/demo/shop.ts'
import type { App } from './harness/app.ts'
import { eventually } from './harness/eventually.ts'
import { freePort } from './harness/free-port.ts'
import { lookUp } from './harness/look-up.ts'
import { listedRoutes } from './harness/route-screen.ts'
import { onStageWithApp, type Stage } from './harness/stage.ts'

/** The real shop of `examples/next-shop`, built with Turbopack and started, as `npm run demo` does it. */
const BUILD_MS = 400_000

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

onStageWithApp((...given) => {
  ;[stage, app] = given
})
beforeAll(async () => {
  const { origin, dsn, init } = stage.hindcast
  const { token, org, project } = init
  reporting = { origin, dsn, token, org, project, release: 'next-shop@e2e' }
  await buildPackages()
  await buildShop(reporting)
  await uploadRoutes(reporting)
  shop = await startShop(await freePort(), reporting)
}, BUILD_MS)
afterAll(async () => {
  shop?.stop()
  await cleanShop()
})

interface Visited {
  readonly page: Page
  readonly close: () => Promise<void>
}

async function visit(url: string, visitor = 'eve'): Promise<Visited> {
  const context = await stage.browser.newContext()
  await context.addCookies([{ name: 'visitor', value: visitor, url }])
  const page = await context.newPage()
  await page.goto(url).catch(ignoreBlank)
  return { page, close: () => context.close() }
}

/** Chromium calls an error without a body a failed navigation. */
function ignoreBlank(error: Error): void {
  if (!error.message.includes('ERR_HTTP_RESPONSE_CODE_FAILURE')) throw error
}

const nothing = () => Promise.resolve()
const pay = (page: Page) => page.getByRole('button', { name: 'Pay' }).click()

/** What a visitor reads on the error page: `ERROR …` on that of Next.js, `Digest: …` on that of the shop. */
async function shownTo(
  url: string,
  act: (page: Page) => Promise<unknown>,
  visitor?: string,
): Promise<string> {
  const { page, close } = await visit(url, visitor)
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

/** What the open page says of a fact beside the event, e.g. `User`. */
const fact = (name: string) =>
  app.page
    .locator('aside dt')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('+ dd')
    .innerText()

interface Failure {
  readonly of: string
  readonly path: string
  readonly route: string
  readonly title: string
  readonly act?: (page: Page) => Promise<unknown>
}

const FAILURES: readonly Failure[] = [
  {
    of: 'a component without an error page',
    path: '/break/bare/4711',
    route: '/break/bare/[id]',
    title: 'the orders database is away',
  },
  {
    of: 'a component under an error page',
    path: '/break/boundary/4712',
    route: '/break/boundary/[id]',
    title: 'the address book is away',
  },
  {
    of: 'a component in Suspense',
    path: '/break/suspense/4713',
    route: '/break/suspense/[id]',
    title: 'the reviews database is away',
  },
  {
    of: 'metadata',
    path: '/break/metadata/4714',
    route: '/break/metadata/[id]',
    title: 'the title service is away',
  },
  {
    of: 'a component that the SDK wraps',
    path: '/break/wrapped/4715',
    route: '/break/wrapped/[id]',
    title: 'the stock database is away',
  },
  {
    of: 'the action of a form',
    path: '/break/form-action',
    route: '/break/form-action',
    title: 'the card reader does not answer',
    act: pay,
  },
  {
    of: 'an action in a transition',
    path: '/break/transition-action',
    route: '/break/transition-action',
    title: 'the card has expired',
    act: pay,
  },
  {
    of: 'a wrapped action',
    path: '/break/wrapped-action',
    route: '/break/wrapped-action',
    title: 'the bank does not answer',
    act: pay,
  },
]

describe.each(FAILURES)('the number that a visitor sees of $of', ({ path, route, title, act = nothing }) => {
  const visitor = `visitor${path.replaceAll(/[^a-z]/g, '')}`

  it('[NX50] leads to the server’s error, its source, its route and what that visitor’s browser got', async () => {
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
  })
})

it.each([
  ['a component that fails on both sides', '/break/both-sides', /reading 'toFixed'/, '/break/both-sides'],
  ['a route handler', '/break/handler', /parcel service/, '/break/handler'],
  ['the Pages Router', '/gift-cards/broken', /gift card service/, '/gift-cards/[code]'],
  ['a component that fails in the browser', '/break/render', /reading 'length'/, '/break/render'],
  ['an effect', '/break/effect', /map could not be drawn/, '/break/effect'],
  ['an action that nobody waits for', '/break/forgotten-action', /invoice/, '/break/forgotten-action'],
  ['a component that only fails on the server', '/break/server-render', /no window/, '/break/server-render'],
  ['a text that differs', '/break/hydration', /#418/, '/break/hydration'],
  ['a page that is translated', '/break/translated', /removeChild/, '/break/translated'],
  ['a script that is gone', '/break/old-tab', /Failed to load chunk/, '/break/old-tab'],
])('[NX51] what shows no number is reported with its route: %s', async (_, path, title, route) => {
  const { page, close } = await visit(shop.url + path)
  if (path.endsWith('-action')) await pay(page)
  const event = await eventually('the event', async () => {
    const events = await stage.hindcast.api.allEvents()
    return events.find((one) => title.test(one.title))
  })
  expect(await page.getByText(/^(?:ERROR|Digest:) \S+$/).count()).toBe(0)
  await close()
  await app.open(`/issues/${event.issueId}/events/${event.eventId}`)
  await app.page.getByRole('heading', { level: 1, name: title }).waitFor()
  expect(await fact('This route')).toBe(route)
})

describe('the crowd of the demo', () => {
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
})
