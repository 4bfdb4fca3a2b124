import { join } from 'node:path'
import type { Feedback } from '@hindcast/contract/feedback/feedback.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { App } from './harness/app.ts'
import { expectAccessibleAtBothWidths } from './harness/axe.ts'
import { eventually } from './harness/eventually.ts'
import { buildNextApp, cleanNextApp, installPackage, startNextApp, type NextApp } from './harness/next-app.ts'
import { NEXT_SHOP } from './harness/paths.ts'
import { onStageWithApp, type Stage } from './harness/stage.ts'

const APP = join(NEXT_SHOP, 'error-app')
const BUILD_MS = 300_000

let stage: Stage
let app: App
let shop: NextApp

onStageWithApp((...given) => {
  ;[stage, app] = given
})
beforeAll(async () => {
  await installPackage(APP, 'integration', 'error')
  await buildNextApp(APP)
  shop = await startNextApp(APP, { SHOP_DSN: stage.hindcast.dsn })
}, BUILD_MS)
afterAll(async () => {
  shop?.stop()
  await cleanNextApp(APP)
})

async function openPage(path: string, headers: Record<string, string> = {}): Promise<Page> {
  const context = await stage.browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await page.setExtraHTTPHeaders(headers)
  const config = { dsn: stage.hindcast.dsn }
  await page.addInitScript((given) => void Object.assign(window, { config: given }), config)
  await page.goto(shop.url + path)
  return page
}

/** Fills in the form below the error. */
async function tell(page: Page, word: string, message: string): Promise<void> {
  await page.getByText(word, { exact: true }).click()
  await page.getByLabel('What did you do before this happened?').fill(message)
  await page.getByLabel('Name (optional)').fill('Ada')
  await page.getByLabel('Email, if we may write to you (optional)').fill('ada@example.com')
  await expectAccessibleAtBothWidths(page, `an error page with "${word}"`)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('status').getByText('Thank you').waitFor()
}

/** Waits for the message in Hindcast, and reads it on the page of the issue with that title. */
async function expectOnIssue(message: string, title: string): Promise<Feedback> {
  const { hindcast } = stage
  const feedback = await eventually(`the message about ${title}`, async () => {
    const answer = await hindcast.api.get(`/api/v1/projects/${hindcast.init.project}/feedback`)
    const { feedback: all } = (await answer.json()) as { feedback: Feedback[] }
    return all.find((one) => one.message === message && one.issue?.title.includes(title))
  })
  await app.open(`/issues/${feedback.issue!.id}`)
  await app.page.getByRole('heading', { level: 1, name: title }).waitFor()
  const said = app.page.getByRole('region', { name: 'What users said' }).getByRole('article')
  await said.filter({ hasText: message }).getByRole('link', { name: 'ada@example.com' }).waitFor()
  return feedback
}

it('[NX72] what a visitor writes about a failed server component is on the page of its issue', async () => {
  const page = await openPage('/orders')
  await page.getByRole('alert').getByRole('heading', { name: 'Something went wrong' }).waitFor()
  expect(await page.locator('.hindcast-error code').innerText()).toMatch(/^\d+(?:@\w+)?$/)
  await tell(page, 'Tell us what happened', 'I wanted to see my orders')
  await expectOnIssue('I wanted to see my orders', 'the orders database is away')
  await page.context().close()
})

it('[NX72] an error in the browser has the beginning of its event’s id, details to copy, and can be tried again', async () => {
  const page = await openPage('/cart')
  await page.getByRole('button', { name: 'Remove' }).click()
  const number = await page.locator('.hindcast-error code').innerText()
  expect(number).toMatch(/^[0-9a-f]{8}$/)
  await page.getByRole('button', { name: 'Copy details' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const details = await page.evaluate(() => navigator.clipboard.readText())
  expect(details).toMatch(
    new RegExp(String.raw`^Error ${number}\nEvent ${number}[0-9a-f]{24}\n${shop.url}/cart\n\d{4}-`),
  )
  await tell(page, 'Tell us what happened', 'I removed an item')
  const { eventId } = await expectOnIssue('I removed an item', 'the cart has no price')
  expect(details).toContain(`Event ${eventId}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Cart' }).waitFor()
  await page.context().close()
})

it('[NX72] the page in place of a failed layout is a document of its own, with the texts of the site', async () => {
  const page = await openPage('/', { 'x-broken-layout': 'yes' })
  await page.getByRole('heading', { name: 'The shop is closed' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('en-GB')
  expect(await page.title()).toBe('The shop is closed')
  await tell(page, 'Say what happened', 'I opened the shop')
  await expectOnIssue('I opened the shop', 'the layout is broken')
  await page.setExtraHTTPHeaders({})
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.context().close()
})
