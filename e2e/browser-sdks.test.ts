import type { EventView } from '@hindcast/contract/event-view.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from './harness/browser.ts'
import { bundle } from './harness/bundle.ts'
import { eventually } from './harness/eventually.ts'
import {
  EXPECTATIONS,
  expectBrowserBreadcrumbs,
  expectChromiumOn,
  expectRelease,
} from './harness/expectations.ts'
import { install, type Installation } from './harness/installation.ts'
import { openPageOrigin, type PageOrigin } from './harness/page-origin.ts'
import { visit } from './harness/visit.ts'

const SDKS = [
  { sdk: 'sentry-browser-11', version: '11.11.0' },
  { sdk: 'sentry-browser-10', version: '10.78.0' },
  { sdk: 'sentry-browser-8', version: '8.55.2' },
  { sdk: 'sentry-browser-7', version: '7.120.4' },
]
const SCENARIOS = { ...EXPECTATIONS, breadcrumbs: expectBrowserBreadcrumbs }

let hindcast: Installation
let site: PageOrigin
let browser: Browser

beforeAll(async () => {
  ;[hindcast, site, browser] = await Promise.all([install(), openPageOrigin(), launchBrowser()])
  for (const { sdk } of SDKS) site.add(sdk, await bundle({ page: 'sentry-browser', sdk }))
  site.add('raven', await bundle({ page: 'raven' }))
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
  expect(await hindcast?.close()).toBe(0)
})

/** Plays a scenario in the page and reads the event back through the API. */
function tell(page: string, scenario: string, via: 'dsn' | 'tunnel'): Promise<EventView> {
  const { origin, dsn, api } = hindcast
  const config = via === 'tunnel' ? { dsn, tunnel: `${origin}/tunnel` } : { dsn }
  return visit(
    browser,
    { url: `${site.url}/${page}/`, server: origin, config },
    async ({ page, answers, sentEvent }) => {
      await page.evaluate((name) => window.play(name), scenario)
      const event = await api.awaitEvent(await sentEvent())
      await eventually('the answer to the page', () => Promise.resolve(answers.length > 0 || undefined))
      expect(answers.filter((answer) => answer.status !== 200)).toEqual([])
      const paths = new Set(answers.map((answer) => answer.path))
      expect(paths.has('/tunnel')).toBe(via === 'tunnel')
      return event
    },
  )
}

describe.each(SDKS)('@sentry/browser $version on another origin', ({ sdk, version }) => {
  for (const via of ['dsn', 'tunnel'] as const) {
    it.each(Object.keys(SCENARIOS))(`[IN50] tells of %s through the ${via}`, async (scenario) => {
      const event = await tell(sdk, scenario, via)
      SCENARIOS[scenario as keyof typeof SCENARIOS](event)
      expectChromiumOn(event, site.url)
      expectRelease(event)
      expect(event.sdk).toEqual({ name: 'sentry.javascript.browser', version })
    })
  }

  it('[GR50] makes one issue of one fault, whichever way its events came', async () => {
    const direct = await tell(sdk, 'uncaught error', 'dsn')
    const tunnelled = await tell(sdk, 'uncaught error', 'tunnel')
    expect(tunnelled.issueId).toBe(direct.issueId)
    const issue = await hindcast.api.issue(direct.issueId)
    expect(issue).toMatchObject({ type: 'TypeError', status: 'unresolved', project: hindcast.init.project })
    expect(issue.events).toBeGreaterThanOrEqual(2)
    expect(issue.lastRelease).toBe('shop@1.4.2')
  })
})

describe('raven-js 3.27.2 on another origin', () => {
  const { message, 'tags and user': tagsAndUser, 'unhandled rejection': rejection } = EXPECTATIONS

  it.each(Object.entries({ message, 'tags and user': tagsAndUser, 'unhandled rejection': rejection }))(
    '[IN50] tells of %s',
    async (scenario, expectation) => {
      const event = await tell('raven', scenario, 'dsn')
      expectation(event)
      expectChromiumOn(event, site.url)
      expectRelease(event)
      expect(event.sdk).toEqual({ name: 'raven-js', version: '3.27.2' })
    },
  )

  it('[IN50] tells of an uncaught error with its frames', async () => {
    const event = await tell('raven', 'uncaught error', 'dsn')
    const thrown = event.exceptions.at(-1)
    expect(thrown).toMatchObject({ type: 'TypeError', value: expect.stringContaining("reading 'items'") })
    expect(thrown?.frames.slice(-2).map((frame) => frame.function)).toEqual(['checkout', 'priceOf'])
  })

  it('[IN50] tells of a handled error, without the causes it never knew', async () => {
    const event = await tell('raven', 'handled error', 'dsn')
    expect(event.exceptions.map(({ type, value }) => [type, value])).toEqual([['Error', 'payment failed']])
  })

  it('[IN50] tells what the visitor did before', async () => {
    const event = await tell('raven', 'breadcrumbs', 'dsn')
    const categories = event.breadcrumbs.map((crumb) => crumb.category)
    expect(categories).toEqual(expect.arrayContaining(['ui.click', 'console', 'fetch', 'navigation']))
    expect(event.breadcrumbs.find((crumb) => crumb.category === 'console')?.message).toBe(
      'cart is nearly empty',
    )
  })
})
