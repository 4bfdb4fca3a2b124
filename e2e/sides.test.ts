import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openApp, sendEvent, type App } from './harness/app.ts'
import { expectAccessibleInBothThemes } from './harness/axe.ts'
import { onStage } from './harness/stage.ts'

const recorded = async (name: string): Promise<Readonly<Record<string, unknown>>> => {
  const file = new URL(`../fixtures/next/sides/${name}-event.json`, import.meta.url)
  const { items } = JSON.parse(await readFile(file, 'utf8')) as { items: [{ payload: object }] }
  const { event_id: _id, timestamp: _time, ...payload } = items[0].payload as Record<string, unknown>
  return payload
}

let app: App
let page: Page
let issue: string
let browserEvent: string
let dsn: string

onStage(async ({ browser, hindcast }) => {
  dsn = hindcast.dsn
  const server = await sendEvent(hindcast.dsn, await recorded('0042-A-dyn-2-server'))
  issue = (await hindcast.api.awaitEvent(server.eventId)).issueId
  const { eventId } = await sendEvent(hindcast.dsn, await recorded('0046-A-dyn-2-client'))
  browserEvent = eventId
  expect((await hindcast.api.awaitEvent(eventId)).issueId).toBe(issue)
  app = await openApp(browser, hindcast.origin)
  page = app.page
  return app
})

it('[UI340] shows the server’s error of an issue, and what the browser got of it beneath', async () => {
  await app.open(`/issues/${issue}`)
  await page.getByRole('heading', { name: 'Stack trace' }).waitFor()
  const beneath = page.getByRole('region', { name: 'In the browser' })
  await beneath.getByText('joined by digest').waitFor()
  await beneath
    .getByText(/Minified React error #441/)
    .first()
    .waitFor()
  expect(
    await beneath.getByRole('link', { name: 'Open the browser’s event' }).getAttribute('href'),
  ).toContain(browserEvent)
  await expectAccessibleInBothThemes(page, 'a server’s error with its browser’s side')
})

it('[UI340] leads from the browser’s event to the server’s error and back', async () => {
  await app.open(`/issues/${issue}`)
  await page.getByRole('link', { name: 'Open the browser’s event' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/issues/${issue}/events/${browserEvent}`)
  const card = page.getByRole('region', { name: 'The server’s error' })
  await card.getByText('joined by digest').waitFor()
  await expectAccessibleInBothThemes(page, 'the browser’s side of a server’s error')
  await card.getByRole('link').click()
  await page.getByRole('region', { name: 'In the browser' }).waitFor()
  expect(app.faults).toEqual([])
})

it('[UI306] [UI307] leads from the issue to its digest, which has both sides in one row', async () => {
  await app.open(`/issues/${issue}`)
  const digests = page.locator('section', { has: page.getByRole('heading', { name: 'Digests' }) })
  await digests.getByText('2 events').waitFor()
  await digests.getByRole('link').click()
  await page.getByText('1 occurrence', { exact: true }).waitFor()
  const rows = page.getByRole('table', { name: 'Occurrences' }).getByRole('row')
  expect(await rows.count()).toBe(2)
  await rows.nth(1).getByText('Server and browser').waitFor()
  expect(app.faults).toEqual([])
})

it('[UI309] shows what arrives while somebody looks for its digest, and joins both sides, without a reload', async () => {
  await app.open('/digest/4199800227')
  await page.getByRole('heading', { name: 'No matches found' }).waitFor()
  const rows = page.getByRole('table', { name: 'Occurrences' }).getByRole('row')
  await sendEvent(dsn, await recorded('0028-A-suspense-client'))
  const issues = page.locator('section', { has: page.getByRole('heading', { name: 'Issues' }) })
  await issues.getByText('Minified React error #441').waitFor()
  await sendEvent(dsn, await recorded('0024-A-suspense-server'))
  await rows.nth(1).getByText('Server and browser').waitFor()
  await issues.getByText('late streamed failure').waitFor()
  expect(await rows.count()).toBe(2)
  expect(app.faults).toEqual([])
})

it('[UI341] takes the browser’s event out of the issue, and stays with it', async () => {
  await app.open(`/issues/${issue}/events/${browserEvent}`)
  await page.getByRole('button', { name: 'Not the same error' }).click()
  await page.getByText(/The event is now in WEB-SHOP-\d+ and won’t be joined again\./).waitFor()
  await page.getByText('Rendering failed on the server', { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).not.toContain(`/issues/${issue}/`)
  expect(new URL(page.url()).pathname).toContain(browserEvent)
  await app.open(`/issues/${issue}`)
  await page.getByRole('heading', { name: 'Stack trace' }).waitFor()
  expect(await page.getByRole('region', { name: 'In the browser' }).count()).toBe(0)
  expect(app.faults).toEqual([])
})
