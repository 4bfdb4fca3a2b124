import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { Trace } from '@hindcast/contract/traces/traces.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, sendEvent, type App } from './harness/app.ts'
import { expectAccessible, expectAccessibleAtBothWidths } from './harness/axe.ts'
import { launchBrowser } from './harness/browser.ts'
import { bundle } from './harness/bundle.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { openPageOrigin, type PageOrigin } from './harness/page-origin.ts'
import { sendSpans, spanId } from './harness/spans.ts'
import { visit } from './harness/visit.ts'

const DEEP = 'd'.repeat(32)
const LONG = 'b'.repeat(32)
const LEVELS = 500
const SPANS = 50_000

let hindcast: Installation
let browser: Browser
let site: PageOrigin
let app: App
/** Sent by a real SDK from within the span `reserve stock`. */
let event: EventView

beforeAll(async () => {
  ;[hindcast, browser, site] = await Promise.all([install(), launchBrowser(), openPageOrigin()])
  site.add('traced', await bundle({ page: 'traced', sdk: 'sentry-browser-11' }))
  const startedAt = Date.now() - 60_000
  await sendSpans(
    hindcast.dsn,
    DEEP,
    startedAt,
    Array.from({ length: LEVELS }, (_, level) => ({
      id: level + 1,
      ...(level > 0 && { parent: level }),
      start: level,
      duration: 2 * (LEVELS - level),
      name: `level ${level + 1}`,
    })),
  )
  await sendSpans(
    hindcast.dsn,
    LONG,
    startedAt,
    Array.from({ length: SPANS }, (_, index) => ({
      id: index + 1,
      ...(index > 0 && { parent: 1 + Math.floor(index / 8) }),
      start: index / 10,
      duration: index === 0 ? SPANS / 10 : 40,
      name: `item ${index + 1}`,
    })),
  )
  event = await visit(
    browser,
    { url: `${site.url}/traced/`, server: hindcast.origin, config: { dsn: hindcast.dsn } },
    async ({ page, sentEvent }) => {
      await page.evaluate(() => window.play('checkout'))
      const sent = await hindcast.api.awaitEvent(await sentEvent())
      await awaitSpans(sent.traceId!, 'reserve stock')
      return sent
    },
  )
  app = await openApp(browser, hindcast.origin)
})
afterAll(async () => {
  expect(app?.faults ?? []).toEqual([])
  await browser?.close()
  await site?.close()
  expect(await hindcast?.close()).toBe(0)
})

async function traceOf(traceId: string): Promise<Trace | undefined> {
  const response = await fetch(`${hindcast.origin}/api/v1/traces/${traceId}`, {
    headers: { Authorization: `Bearer ${hindcast.init.token}` },
  })
  return response.ok ? ((await response.json()) as Trace) : undefined
}

const awaitSpans = (traceId: string, name: string) =>
  eventually(`the span ${name}`, async () => {
    const trace = await traceOf(traceId)
    return trace?.names.includes(name) === true ? trace : undefined
  })

const selected = (page: Page) => page.locator('[role=row][aria-selected=true]')
const focused = (page: Page) => page.locator('[role=row]:focus')

/** A row that is really on the screen, not merely in the document. */
async function expectInView(page: Page, text: string): Promise<void> {
  const row = selected(page).filter({ hasText: text })
  await row.waitFor()
  await eventually(`${text} in view`, async () => {
    const inView = await row.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      const pane = element.closest('[role=treegrid]')!.getBoundingClientRect()
      return top >= pane.top && bottom <= pane.bottom
    })
    return inView || undefined
  })
}

/** The row that has the keyboard, once its attribute is this. */
const awaitFocused = (page: Page, attribute: string, value: string) =>
  page.locator(`[role=row]:focus[${attribute}="${value}"]`).waitFor()

describe('a trace', () => {
  it('[TR41] is opened from the page of an issue on the span of its event, by keyboard', async () => {
    const { page } = app
    await app.open(`/issues/${event.issueId}/events/${event.eventId}`)
    await page.getByRole('link', { name: 'Trace', exact: true }).waitFor()
    await page.keyboard.press('t')
    await expectInView(page, 'reserve stock')
    expect(new URL(page.url()).pathname).toBe(`/traces/${event.traceId}`)
    const dock = page.getByRole('complementary', { name: 'Span' })
    await dock.getByRole('link', { name: 'the stock is gone' }).waitFor()
    await dock.getByText('sentry.release').waitFor()
  })

  it('[TR41] is not mentioned for an event of which no span is stored', async () => {
    const trace = { trace_id: 'e'.repeat(32), span_id: 'e'.repeat(16) }
    const { eventId } = await sendEvent(hindcast.dsn, { message: 'alone', contexts: { trace } })
    const alone = await hindcast.api.awaitEvent(eventId)
    await app.open(`/issues/${alone.issueId}`)
    await app.page.getByRole('heading', { name: 'alone' }).waitFor()
    expect(await app.page.getByRole('link', { name: 'Trace', exact: true }).count()).toBe(0)
  })

  it('[TR40] is walked through by keyboard from the linked span', async () => {
    const { page } = app
    const span = event.contexts['trace']!['span_id'] as string
    await app.open(`/traces/${event.traceId}?span=${span}`)
    await expectInView(page, 'reserve stock')
    await focused(page).filter({ hasText: 'reserve stock' }).waitFor()
    const level = Number(await focused(page).getAttribute('aria-level'))
    await page.keyboard.press('ArrowLeft')
    await focused(page).filter({ hasText: 'load the basket' }).waitFor()
    await awaitFocused(page, 'aria-level', String(level - 1))
    await page.keyboard.press('ArrowLeft')
    await awaitFocused(page, 'aria-expanded', 'false')
    expect(await page.getByRole('row').filter({ hasText: 'reserve stock' }).count()).toBe(0)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('f')
    await page.getByRole('button', { name: 'Show the whole trace' }).first().waitFor()
    await page.waitForURL(/root=/)
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: 'Span' }).getByText('load the basket').waitFor()
  })

  it('[TR43] has no accessibility violations as waterfall, as table in German, and in the list of traces', async () => {
    const span = event.contexts['trace']!['span_id'] as string
    const { page } = app
    await app.open(`/traces/${event.traceId}?span=${span}&path=1`)
    await expectAccessibleAtBothWidths(page, 'the waterfall')
    await app.open(`/de/traces/${event.traceId}?span=${span}&view=table`)
    await expectAccessible(page, 'the table of spans in German')
    await app.open(`/projects/${hindcast.init.project}/traces`)
    await expectAccessible(page, 'the list of traces')
  })

  it('[TR42] of 500 levels opens on the deepest', async () => {
    const { page } = app
    await awaitSpans(DEEP, `level ${LEVELS}`)
    await app.open(`/traces/${DEEP}?span=${spanId(LEVELS)}&path=1`)
    await expectInView(page, `level ${LEVELS}`)
    await awaitFocused(page, 'aria-level', String(LEVELS))
    await page.keyboard.press('Home')
    await expectInView(page, 'level 1')
  })

  it('[TR42] of 50,000 spans opens on the linked one, and nothing is left out', async () => {
    const { page } = app
    await eventually('all spans', async () => {
      const trace = await traceOf(LONG)
      return trace?.stored === SPANS ? trace : undefined
    })
    await app.open(`/traces/${LONG}?span=${spanId(43_210)}`)
    await expectInView(page, 'item 43210')
    await page.getByText('50,000 spans').waitFor()
    expect(await page.getByRole('treegrid').getAttribute('aria-rowcount')).toBe(String(SPANS + 1))
    expect(await page.getByRole('row').count()).toBeLessThan(100)
    await page.keyboard.press('End')
    await awaitFocused(page, 'aria-rowindex', String(SPANS + 1))
    await page.keyboard.press('/')
    await page.keyboard.type('item 777')
    await page.getByText('11 of 50,000 spans').waitFor()
  })
})
