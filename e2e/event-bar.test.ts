import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openApp, sendEvent, type App } from './harness/app.ts'
import { expectAccessibleInBothThemes } from './harness/axe.ts'
import type { Installation } from './harness/installation.ts'
import { onStage } from './harness/stage.ts'

const RELEASES = ['shop@1', 'shop@2', 'shop@1', 'shop@2', 'shop@1']

const OUTER = { filename: 'https://shop.example/app.js', function: 'retry', lineno: 9, in_app: true }

let hindcast: Installation
let app: App
let page: Page
let issue: string
const ids: string[] = []

onStage(async ({ browser, ...stage }) => {
  hindcast = stage.hindcast
  const frame = {
    filename: 'https://shop.example/app.js',
    function: 'pay',
    lineno: 3,
    colno: 5,
    in_app: true,
  }
  const values = [{ type: 'PayError', value: 'card refused', stacktrace: { frames: [frame] } }]
  for (const release of RELEASES)
    ids.push((await sendEvent(hindcast.dsn, { release, exception: { values } })).eventId)
  for (const id of ids) issue = (await hindcast.api.awaitEvent(id)).issueId
  const [alike] = [{ ...values[0]!, value: 'network is down', stacktrace: { frames: [OUTER, frame] } }]
  const { eventId } = await sendEvent(hindcast.dsn, { exception: { values: [alike] } })
  await hindcast.api.awaitEvent(eventId)
  app = await openApp(browser, hindcast.origin)
  page = app.page
  return app
})

const says = (words: string) => page.locator('main').getByText(words, { exact: true }).waitFor()
const isAt = (index: number) =>
  expect.poll(() => new URL(page.url()).pathname).toBe(`/issues/${issue}/events/${ids[index]}`)

it('[UI243] says which of how many events is shown, and steps to all of them by button and key', async () => {
  await app.open(`/issues/${issue}`)
  await says('Event 5 of 5')
  await page.getByRole('button', { name: 'Older event' }).click()
  await says('Event 4 of 5')
  await isAt(3)
  await page.keyboard.press('Shift+Home')
  await says('Event 1 of 5')
  await page.keyboard.press('Shift+ArrowRight')
  await says('Event 2 of 5')
  await page.getByRole('button', { name: 'Latest event' }).click()
  await says('Event 5 of 5')
  await expectAccessibleInBothThemes(page, 'an event with its position')
})

it('[UI244] searches the events of the issue in place, and steps through those that match', async () => {
  await app.open(`/issues/${issue}`)
  await page.keyboard.press('/')
  await page.keyboard.type('release:shop@2')
  await page.keyboard.press('Enter')
  await says('Event 2 of 2 that match')
  await isAt(3)
  await page.getByRole('button', { name: 'Older event' }).click()
  await says('Event 1 of 2 that match')
  await isAt(1)
  await page.getByRole('button', { name: 'Latest event' }).click()
  await isAt(3)
  await page.reload()
  await says('Event 2 of 2 that match')
  await page.getByRole('button', { name: 'Clear query' }).click()
  await says('Event 4 of 5')
})

it('[UI244] stays on the event where nothing matches, and where the search cannot be read', async () => {
  await app.open(`/issues/${issue}/events/${ids[2]}?q=release%3Ashop%401`)
  await says('Event 2 of 3 that match')
  const field = page.getByRole('combobox', { name: 'Query' })
  await field.fill('release:nowhere')
  await field.press('Enter')
  await says('No event matches')
  await isAt(2)
  await field.fill('level:')
  await field.press('Enter')
  await page.getByRole('alert').getByText('level: needs a value.').waitFor()
  await isAt(2)
})

it('[UI245] shows when an event occurred and was received, to the millisecond, and copies it as ISO 8601', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.open(`/issues/${issue}/events/${ids[0]}`)
  const { receivedAt } = await hindcast.api.awaitEvent(ids[0]!)
  const time = page.locator(`time[title="${receivedAt}"]`).last()
  expect(await time.innerText()).toMatch(/:\d\d[.,]\d{3} \S+$/)
  await page.getByRole('button', { name: 'Copy time of receipt' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(receivedAt)
})

it('[UI285] shows when an event was stored beside when it was received', async () => {
  await app.open(`/issues/${issue}/events/${ids[0]}`)
  const { receivedAt, storedAt } = await hindcast.api.awaitEvent(ids[0]!)
  expect(Date.parse(storedAt!)).toBeGreaterThanOrEqual(Date.parse(receivedAt))
  const name = page.locator('dt').filter({ hasText: /^Stored$/ })
  const time = page.locator('div').filter({ has: name }).last().locator('time')
  expect(await time.getAttribute('datetime')).toBe(storedAt)
  expect(await time.innerText()).toMatch(/:\d\d[.,]\d{3} \S+$/)
  await page.getByRole('button', { name: 'Copy time of storage' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(storedAt)
})

it('[UI246] marks the event on show in a chart of four weeks, by a line and in words', async () => {
  await app.open(`/issues/${issue}/events/${ids[0]}`)
  const chart = page.locator('section').filter({ hasText: 'Events, 4 weeks' })
  await chart.getByRole('img', { name: '5 events in 28 days, at most 5 a day' }).waitFor()
  await chart.getByText(/This event: /).waitFor()
  expect(await chart.locator('[data-mark=event]').count()).toBe(1)
  await expectAccessibleInBothThemes(page, 'the chart of an issue')
})

it('[UI247] downloads the events that a search finds as CSV and NDJSON', async () => {
  await app.open(`/issues/${issue}/events?q=release%3Ashop%402`)
  for (const [name, lines] of [
    ['CSV', 3],
    ['NDJSON', 2],
  ] as const) {
    await page.getByLabel('Download').click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name, exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`${issue}-events.${name.toLowerCase()}`)
    const text = await readFile(await download.path(), 'utf8')
    expect(text.trimEnd().split('\n')).toHaveLength(lines)
    expect(text).toContain(ids[3])
  }
})

it('[UI247] offers the download of every table', async () => {
  for (const table of ['issues', 'events', 'releases']) {
    await app.open(`/projects/${hindcast.init.project}/${table}`)
    await page.getByLabel('Download').click()
    const link = page.getByRole('link', { name: 'NDJSON', exact: true })
    const response = await page.request.get((await link.getAttribute('href'))!)
    expect(response.headers()['content-type'], table).toContain('ndjson')
    expect((await response.text()).length, table).toBeGreaterThan(2)
  }
})

it('[UI248] lists similar issues with the reason, and leads to merging them', async () => {
  await app.open(`/issues/${issue}`)
  const similar = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Similar issues' }) })
  await similar.getByRole('link', { name: 'PayError: network is down' }).waitFor()
  await similar.getByText('same function').waitFor()
  await expectAccessibleInBothThemes(page, 'an issue with a similar one')
  await similar.getByRole('button', { name: /^Merge with / }).click()
  await page.getByRole('dialog', { name: 'Merge issues' }).getByText('network is down').first().waitFor()
})

it('[UI286] says beside the number to keep that newer events push out older ones', async () => {
  await app.open(`/projects/${hindcast.init.project}/settings`)
  const retention = page.locator('section').filter({ has: page.getByLabel('Number to keep: Errors') })
  await retention.getByText(/new data replaces the oldest, so anyone who has the public key/).waitFor()
})
