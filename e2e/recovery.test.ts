import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openApp, type App } from './harness/app.ts'
import { expectAccessibleInBothThemes } from './harness/axe.ts'
import { eventually } from './harness/eventually.ts'
import { freePort } from './harness/free-port.ts'
import { install, type Installation } from './harness/installation.ts'
import { expectInStream } from './harness/on-screen.ts'
import { onStage } from './harness/stage.ts'
import { cursorOf, sendFault, typesOf } from './harness/stream.ts'

const LONGER_THAN_CODE_MAY_TAKE_MS = 5000

let hindcast: Installation
let app: App
let page: Page

onStage(
  async ({ browser, ...stage }) => {
    hindcast = stage.hindcast
    await sendFault(hindcast.dsn, 'FaultB')
    await sendFault(hindcast.dsn, 'FaultA')
    await hindcast.api.awaitIssues(2)
    app = await openApp(browser, hindcast.origin)
    page = app.page
    return app
  },
  async () => install({ port: await freePort() }),
)

const banner = () => page.getByText(/^Can’t reach the server/)

/** Loaded once: a mark that only a full load would take away. */
const mark = () => page.evaluate(() => void (document.documentElement.dataset['mark'] = 'same page'))
const marked = () => page.evaluate(() => document.documentElement.dataset['mark'] === 'same page')

/** Notes the most banners that were ever there at once. */
async function watchBanners(): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const count = () => document.body.innerText.split('Can’t reach the server. Retrying').length - 1
    const note = () =>
      (document.body.dataset['banners'] = String(
        Math.max(count(), Number(document.body.dataset['banners'] ?? 0)),
      ))
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => Number(document.body.dataset['banners']))
}

async function crash(): Promise<() => Promise<number>> {
  await page.getByText('Live', { exact: true }).waitFor()
  await mark()
  const most = await watchBanners()
  await hindcast.server.kill()
  await banner().waitFor()
  return most
}

async function comeBack(): Promise<void> {
  await hindcast.start()
  await banner().waitFor({ state: 'detached' })
  await page.getByText('Live', { exact: true }).waitFor()
}

describe('a server that is killed under an open page', () => {
  it('[UI2] leaves the stream as it is under one banner, and its next issue comes by itself', async () => {
    await app.open(`/projects/${hindcast.init.project}/issues`)
    await eventually('the rows', async () => (await typesOf(page)).length === 2 || undefined)
    const most = await crash()
    expect(await typesOf(page)).toEqual(['FaultA', 'FaultB'])
    await page.keyboard.press('j')
    await eventually('the cursor', async () => (await cursorOf(page)) === 'FaultB' || undefined)
    await expectAccessibleInBothThemes(page, 'the stream without a server')
    await comeBack()
    await sendFault(hindcast.dsn, 'AfterTheCrash')
    const fresh = await eventually('its issue', async () =>
      (await hindcast.api.allIssues()).find(({ type }) => type === 'AfterTheCrash'),
    )
    await expectInStream(app, fresh.id, fresh.title)
    expect(await most()).toBe(1)
    expect(await marked()).toBe(true)
  })

  it('[UI104] takes back a change that the server did not get, and says why', async () => {
    await crash()
    const before = await typesOf(page)
    await page.keyboard.press('e')
    await page.getByRole('alert').filter({ hasText: 'Couldn’t save the change' }).waitFor()
    expect(await typesOf(page)).toEqual(before)
    await comeBack()
    const name = await cursorOf(page)
    await page.keyboard.press('e')
    await eventually('the change', async () => !(await typesOf(page)).includes(name!) || undefined)
    expect(await marked()).toBe(true)
  })

  it('[UI2] leaves an issue as it is under one banner, and its next event is offered by itself', async () => {
    const issue = (await hindcast.api.allIssues()).find(({ type }) => type === 'FaultB')!
    await app.open(`/issues/${issue.id}`)
    await page.locator('#stack').getByText('openFaultB').waitFor()
    const most = await crash()
    expect(await page.locator('#stack').innerText()).toContain('openFaultB')
    expect(await page.locator('#why').innerText()).toContain('Same type')
    await comeBack()
    const { eventId } = await sendFault(hindcast.dsn, 'FaultB')
    await page.getByRole('button', { name: 'Newer event available' }).waitFor()
    await page.keyboard.press('.')
    await page.getByText(eventId.slice(0, 8), { exact: true }).first().waitFor()
    expect(await most()).toBe(1)
    expect(await marked()).toBe(true)
  })

  it('[UI105] opens a screen whose code was not there yet as soon as the server is back', async () => {
    await crash()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await new Promise((resolve) => setTimeout(resolve, LONGER_THAN_CODE_MAY_TAKE_MS))
    expect(await banner().count()).toBe(1)
    expect(await page.locator('#stack').innerText()).toContain('openFaultB')
    await comeBack()
    await page.getByRole('heading', { level: 1, name: 'API tokens' }).waitFor()
    expect(await marked()).toBe(true)
  })
})

describe('a live stream that opens late', () => {
  it('[UI361] brings what was digested after the page was read and before the stream was open', async () => {
    let open = (): void => undefined
    const isLate = new Promise<void>((resolve) => (open = resolve))
    await page.route(/\/api\/v1\/live/, async (route) => {
      await isLate
      await route.continue()
    })
    await app.open(`/projects/${hindcast.init.project}/issues?q=BeforeTheStream`)
    expect(await typesOf(page)).toEqual([])
    await sendFault(hindcast.dsn, 'BeforeTheStream')
    await eventually('its issue', async () =>
      (await hindcast.api.allIssues()).find(({ type }) => type === 'BeforeTheStream'),
    )
    open()
    await eventually('its row', async () => (await typesOf(page)).includes('BeforeTheStream') || undefined)
    await page.unroute(/\/api\/v1\/live/)
  })
})
