import { randomBytes } from 'node:crypto'
import type { Feedback } from '@hindcast/contract/feedback/feedback.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { openApp, sendEvent, type App } from './harness/app.ts'
import { expectAccessibleAtBothWidths } from './harness/axe.ts'
import { bundle } from './harness/bundle.ts'
import { eventually } from './harness/eventually.ts'
import type { Installation } from './harness/installation.ts'
import { openPageOrigin, type PageOrigin } from './harness/page-origin.ts'
import { onStage } from './harness/stage.ts'
import { visit } from './harness/visit.ts'

let hindcast: Installation
let browser: Browser
let site: PageOrigin
let app: App
let page: Page

const PAID = { message: 'The bank does not answer', release: 'shop@1.4.2' }
const ADA = { name: 'Ada Lovelace', contact_email: 'ada@example.com', url: 'https://shop.example/pay' }
const SDKS = ['sentry-browser-11', 'sentry-browser-8', 'sentry-browser-7'] as const

onStage(async (stage) => {
  ;({ hindcast, browser } = stage)
  site = await openPageOrigin()
  for (const sdk of SDKS) site.add(sdk, await bundle({ page: 'feedback', sdk }))
  app = await openApp(browser, hindcast.origin)
  page = app.page
  return app
})
afterAll(() => site?.close())

const address = () => `/projects/${hindcast.init.project}/feedback`
const said = (words: string | RegExp) => page.locator('main article').filter({ hasText: words })

async function listed(
  query: string,
): Promise<{ readonly feedback: readonly Feedback[]; readonly total: number }> {
  const response = await hindcast.api.get(`/api/v1${address()}${query}`)
  return (await response.json()) as { feedback: Feedback[]; total: number }
}

function awaitFeedback(eventId: string): Promise<Feedback> {
  return eventually(
    `the feedback about ${eventId}`,
    async () => (await listed(`?event=${eventId}`)).feedback[0],
  )
}

/** As an SDK sends it. */
async function sendFeedback(message: string, eventId: string | undefined, who: object = {}): Promise<void> {
  const { origin, username, pathname } = new URL(hindcast.dsn)
  const event_id = randomBytes(16).toString('hex')
  const feedback = { message, associated_event_id: eventId, ...who }
  const lines = [{ event_id }, { type: 'feedback' }, { type: 'feedback', event_id, contexts: { feedback } }]
  const response = await fetch(`${origin}/api${pathname}/envelope/?sentry_key=${username}`, {
    method: 'POST',
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  })
  expect(response.status).toBe(200)
}

/** Somebody meets an error on the site and says what happened; answers the event. */
function write(sdk: (typeof SDKS)[number]): Promise<string> {
  const config = { dsn: hindcast.dsn }
  return visit(browser, { url: `${site.url}/${sdk}/`, server: hindcast.origin, config }, async (visited) => {
    const scenario = sdk === 'sentry-browser-7' ? 'user report' : 'feedback about an error'
    await visited.page.evaluate((name) => window.play(name), scenario)
    const eventId = await visited.sentEvent()
    await awaitFeedback(eventId)
    return eventId
  })
}

it('[UI310] says how to get feedback while there is none', async () => {
  await app.open(address())
  await page.getByRole('heading', { name: 'No feedback' }).waitFor()
  await page.getByText('Sentry.captureFeedback()').waitFor()
  await expectAccessibleAtBothWidths(page, 'no feedback')
})

it.each(SDKS)('[FB9] a message that %s sent arrives with its event', async (sdk) => {
  const eventId = await write(sdk)
  const event = await hindcast.api.awaitEvent(eventId)
  const feedback = await eventually('its issue', async () => {
    const found = await awaitFeedback(eventId)
    return found.issue === null ? undefined : found
  })
  const old = sdk === 'sentry-browser-7'
  expect(feedback).toMatchObject({
    name: old ? 'Grace' : 'Ada Lovelace',
    email: old ? 'grace@example.com' : 'ada@example.com',
    message: old ? 'It broke.' : 'I clicked on refund and nothing happened.\nMy order is 4711.',
    release: old ? null : 'shop@1.4.2',
    issue: { id: event.issueId, title: 'Error: The refund failed' },
  })
})

it('[UI311] what users said is on the page of the issue and of their event', async () => {
  const [before, after] = [await sendEvent(hindcast.dsn, PAID), await sendEvent(hindcast.dsn, PAID)]
  const { issueId } = await hindcast.api.awaitEvent(after.eventId)
  await sendFeedback('Nothing happened.\nMy order is 4711.', before.eventId, ADA)
  for (const message of ['Me too', 'Here as well', 'And here']) await sendFeedback(message, after.eventId)
  await eventually(
    'four messages',
    async () => (await hindcast.api.issue(issueId)).feedback === 4 || undefined,
  )
  await app.open(`/issues/${issueId}/events/${before.eventId}`)
  await page.getByRole('button', { name: '4 feedback messages' }).click()
  const section = page.getByRole('region', { name: 'What users said' })
  await expect.poll(() => section.evaluate((one) => one === document.activeElement)).toBe(true)
  await section.getByRole('button', { name: 'Show more feedback' }).click()
  await expect.poll(() => section.getByRole('article').count()).toBe(4)
  const first = section.getByRole('article').first()
  await first.getByText('About this event').waitFor()
  await first.getByText('Nothing happened.\nMy order is 4711.').waitFor()
  expect(await first.getByRole('link', { name: ADA.contact_email }).getAttribute('href')).toBe(
    'mailto:ada@example.com',
  )
  await expectAccessibleAtBothWidths(page, 'an issue with feedback')
  await section.getByRole('link', { name: 'Open its event' }).first().click()
  await expect.poll(() => page.url()).toContain(after.eventId)
  await expect.poll(() => section.getByText('About this event').count()).toBe(3)
})

it('[UI311] feedback that came before its event is shown once the event is there', async () => {
  const event_id = randomBytes(16).toString('hex')
  await sendFeedback('The page was empty', event_id)
  expect(await awaitFeedback(event_id)).toMatchObject({ issue: null })
  await app.open(address())
  await said('The page was empty').getByText('The event it is about isn’t stored.').waitFor()
  await sendEvent(hindcast.dsn, { event_id, message: 'Nothing was rendered' })
  const { issueId } = await hindcast.api.awaitEvent(event_id)
  await app.open(`/issues/${issueId}`)
  await page.getByRole('button', { name: '1 feedback message' }).waitFor()
  await said('The page was empty').getByText('About this event').waitFor()
})

it('[UI310] lists the feedback of a project, and leads to the issue and to older messages', async () => {
  const total = (await listed('')).total + 25
  for (let count = 1; count <= 25; count += 1) await sendFeedback(`Message ${count}`, undefined)
  await eventually('all of them', async () => (await listed('')).total === total || undefined)
  await app.open(address())
  await page.getByText(`${total} messages`).waitFor()
  expect(await page.locator('main article').count()).toBe(25)
  await page.getByRole('button', { name: 'Show more feedback' }).click()
  await expect.poll(() => page.locator('main article').count()).toBe(total)
  await expectAccessibleAtBothWidths(page, 'a list of feedback')
  await said('It broke.').getByRole('link', { name: 'The refund failed' }).click()
  await page.getByRole('heading', { level: 1, name: 'Error: The refund failed' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await page.getByRole('heading', { level: 1, name: 'Feedback' }).waitFor()
})

it('[UI312] a list that cannot be loaded says so, and can be tried again', async () => {
  const list = '**/api/v1/projects/*/feedback?*'
  await page.route(list, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken' } }),
  )
  await app.open(address())
  await page.getByText('Couldn’t load the feedback').waitFor()
  await page.unroute(list)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(/^\d+ messages$/).waitFor()
})
