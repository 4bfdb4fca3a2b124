import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openApp, type App } from './harness/app.ts'
import { expectAccessibleInBothThemes } from './harness/axe.ts'
import { eventually } from './harness/eventually.ts'
import type { Installation } from './harness/installation.ts'
import { onStage } from './harness/stage.ts'
import { rowsOf, sendFault } from './harness/stream.ts'

const FAULTS = Array.from('ABCDEFGHIJKL', (letter) => `Fault${letter}`)
const AT_ONCE = 5
/** The issue under the cursor and two on either side. */
const NEIGHBOURS = 5

let hindcast: Installation
let app: App
let page: Page
let issue: string
let event: string

onStage(async ({ browser, ...stage }) => {
  hindcast = stage.hindcast
  event = (await sendFault(hindcast.dsn, 'FaultA')).eventId
  for (const name of FAULTS.slice(1)) await sendFault(hindcast.dsn, name)
  const issues = await hindcast.api.awaitIssues(FAULTS.length)
  issue = issues.find(({ type }) => type === 'FaultA')!.id
  app = await openApp(browser, hindcast.origin)
  page = app.page
  return app
})

describe('links from elsewhere', () => {
  const shapes: Readonly<
    Record<string, () => readonly [from: string, to: string, heading: string | RegExp]>
  > = {
    'an issue': () => [`/organizations/acme/issues/${issue}/`, `/issues/${issue}`, /^FaultA/],
    'an issue in German': () => [`/de/organizations/acme/issues/${issue}/`, `/de/issues/${issue}`, /^FaultA/],
    'an event': () => [
      `/organizations/acme/issues/${issue}/events/${event}/`,
      `/issues/${issue}/events/${event}`,
      /^FaultA/,
    ],
    'a short id': () => [
      `/organizations/acme/issues/${hindcast.init.project.toUpperCase()}-1/`,
      `/issues/${issue}`,
      /^FaultA/,
    ],
    'an event id': () => [`/events/${event}`, `/issues/${issue}/events/${event}`, /^FaultA/],
    'the keys of a project': () => [
      '/settings/acme/projects/web-shop/keys/',
      '/projects/web-shop/keys',
      'Keys',
    ],
    'a project': () => ['/organizations/acme/projects/web-shop/', '/projects/web-shop/issues', 'Issues'],
  }

  it.each(Object.keys(shapes))(
    '[UI24] lead to %s, and there is no way back into the old address',
    async (name) => {
      const [from, to, heading] = shapes[name]!()
      await app.open('/tokens')
      await app.open(from)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect(new URL(page.url()).pathname).toBe(to)
      await page.goBack()
      expect(new URL(page.url()).pathname).toBe('/tokens')
    },
  )

  it('[UI24] that have no known shape say so, in the frame of the application', async () => {
    await app.open('/organizations/acme/dashboards/7/')
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/organizations/acme/dashboards/7/')
    await expectAccessibleInBothThemes(page, 'an address without a page')
  })
})

/** Requests for issues and events of issues, held for a moment so that those at once can be counted. */
/** Holds the first of them until as many are open as may be, however long the page takes to ask. */
async function watchIssueRequests() {
  const asked: string[] = []
  const full = Promise.withResolvers<void>()
  let open = 0
  let most = 0
  await page.route(/\/api\/v1\/issues\/\d+/, async (route, request: Request) => {
    asked.push(new URL(request.url()).pathname)
    open += 1
    most = Math.max(most, open)
    if (open >= AT_ONCE) full.resolve()
    await full.promise
    await new Promise((resolve) => setTimeout(resolve, 200))
    open -= 1
    await route.continue().catch(() => undefined)
  })
  return { asked, most: () => most, open: () => open }
}

describe('prefetching', () => {
  it('[UI21] loads the neighbours of the cursor and the row under the pointer, never more than five at once', async () => {
    await app.open('/projects/web-shop/issues')
    const watched = await watchIssueRequests()
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('j')
    const cursor = (await rowsOf(page)).find((row) => row.cursor)!
    await eventually('the guesses', async () => watched.asked.length >= 2 * NEIGHBOURS || undefined)
    const pointed = (await rowsOf(page)).at(-1)!
    await page.mouse.move(700, pointed.top + 12)
    await eventually(
      'the pointed row',
      async () => watched.asked.includes(`/api/v1/issues/${pointed.id}`) || undefined,
    )
    await app.settled()
    expect(watched.most()).toBe(AT_ONCE)
    expect(watched.asked).toContain(`/api/v1/issues/${cursor.id}`)
    expect(new Set(watched.asked).size).toBe(watched.asked.length)
  })

  it('[UI106] opens prefetched issues without another request', async () => {
    await page.unrouteAll({ behavior: 'wait' })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const cursor = (await rowsOf(page)).find((row) => row.cursor)!
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${cursor.type}:`) }).waitFor()
    await page.locator('#stack').getByText(`open${cursor.type}`).waitFor()
    await app.settled()
    const again = new Set([`/api/v1/issues/${cursor.id}`, `/api/v1/issues/${cursor.id}/events/latest`])
    expect(asked.filter((path) => again.has(path))).toEqual([])
  })
})

it('[UI107] loads the page as a whole where the code of a screen does not come', async () => {
  await app.open('/find')
  await page.evaluate(() => void (document.documentElement.dataset['mark'] = 'same page'))
  let held = 0
  await page.route(/\/assets\/tokens-page-[^/]+\.js$/, async (route) => {
    held += 1
    // The first never gets an answer.
    if (held > 1) await route.continue()
  })
  await page.getByRole('link', { name: 'API tokens' }).click()
  await page.getByRole('heading', { level: 1, name: 'API tokens' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset['mark'])).toBeUndefined()
  expect(new URL(page.url()).pathname).toBe('/tokens')
  expect(held).toBe(2)
})
