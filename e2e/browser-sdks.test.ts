import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type App } from './harness/app.ts'
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
import {
  expectInStream,
  expectShownChromium,
  expectShownRelease,
  expectShownVisit,
  lookAt,
  ON_SCREEN,
  type Shown,
} from './harness/on-screen.ts'
import { openPageOrigin, type PageOrigin } from './harness/page-origin.ts'
import { visit } from './harness/visit.ts'

/** What is in an event does not depend on the way it takes: the newest goes all ways with everything, the others with one error. */
const SDKS = [
  { sdk: 'sentry-browser-11', version: '11.11.0', ways: ['dsn', 'tunnel'] },
  { sdk: 'sentry-browser-10', version: '10.78.0', ways: ['dsn'] },
  { sdk: 'sentry-browser-8', version: '8.55.2', ways: ['dsn'] },
  { sdk: 'sentry-browser-7', version: '7.120.4', ways: ['dsn'] },
] as const
const SCENARIOS = { ...EXPECTATIONS, breadcrumbs: expectBrowserBreadcrumbs }
const SHOWN = { ...ON_SCREEN, breadcrumbs: expectShownVisit }

let hindcast: Installation
let site: PageOrigin
let browser: Browser
/** Goes to each event. */
let reader: App
/** Stays on the stream and is never loaded again. */
let stream: App

beforeAll(async () => {
  ;[hindcast, site, browser] = await Promise.all([install(), openPageOrigin(), launchBrowser()])
  for (const { sdk } of SDKS) site.add(sdk, await bundle({ page: 'sentry-browser', sdk }))
  site.add('raven', await bundle({ page: 'raven' }))
  reader = await openApp(browser, hindcast.origin)
  await reader.open('/find')
  stream = await openApp(browser, hindcast.origin)
  await stream.open(`/projects/${hindcast.init.project}/issues`)
})
afterAll(async () => {
  expect([...(reader?.faults ?? []), ...(stream?.faults ?? [])]).toEqual([])
  await browser?.close()
  await site?.close()
  expect(await hindcast?.close()).toBe(0)
})

async function show(event: EventView): Promise<Shown> {
  const shown = await lookAt(reader, event)
  expectShownRelease(shown)
  expectShownChromium(shown, site.url)
  return shown
}

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

describe.each(SDKS)('@sentry/browser $version on another origin', ({ sdk, version, ways }) => {
  const issues = new Map<string, string>()

  for (const via of ways) {
    it.each(Object.keys(SCENARIOS))(`[IN50] tells of %s through the ${via}`, async (scenario) => {
      const event = await tell(sdk, scenario, via)
      SCENARIOS[scenario as keyof typeof SCENARIOS](event)
      expectChromiumOn(event, site.url)
      expectRelease(event)
      expect(event.sdk).toEqual({ name: 'sentry.javascript.browser', version })
      const shown = await show(event)
      SHOWN[scenario as keyof typeof SHOWN](shown)
      expect(shown.section('contexts')).toContain(`sentry.javascript.browser ${version}`)
      issues.set(event.issueId, event.title)
    })
  }

  it('[UI3] has all of them in a stream that was open before they came', async () => {
    expect(issues.size).toBeGreaterThanOrEqual(Object.keys(SCENARIOS).length)
    for (const [id, title] of issues) await expectInStream(stream, id, title)
  })

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
      const shown = await show(event)
      ON_SCREEN[scenario as keyof typeof ON_SCREEN](shown)
      await expectInStream(stream, event.issueId, event.title)
    },
  )

  it('[IN50] reports an uncaught error with its frames', async () => {
    const event = await tell('raven', 'uncaught error', 'dsn')
    const thrown = event.exceptions.at(-1)
    expect(thrown).toMatchObject({ type: 'TypeError', value: expect.stringContaining("reading 'items'") })
    expect(thrown?.frames.slice(-2).map((frame) => frame.function)).toEqual(['checkout', 'priceOf'])
    const shown = await show(event)
    expect(shown.title).toContain("reading 'items'")
    expect(shown.errors).toMatchObject([{ type: 'TypeError', words: expect.stringContaining('Unhandled') }])
    expect(shown.errors[0]!.functions.slice(0, 2)).toEqual(['priceOf', 'checkout'])
  })

  it('[IN50] reports a handled error, without causes', async () => {
    const event = await tell('raven', 'handled error', 'dsn')
    expect(event.exceptions.map(({ type, value }) => [type, value])).toEqual([['Error', 'payment failed']])
    const shown = await show(event)
    expect(shown.title).toBe('Error: payment failed')
    expect(shown.errors.map(({ relation, type }) => [relation, type])).toEqual([['', 'Error']])
  })

  it('[IN50] reports breadcrumbs', async () => {
    const event = await tell('raven', 'breadcrumbs', 'dsn')
    const categories = event.breadcrumbs.map((crumb) => crumb.category)
    expect(categories).toEqual(expect.arrayContaining(['ui.click', 'console', 'fetch', 'navigation']))
    expect(event.breadcrumbs.find((crumb) => crumb.category === 'console')?.message).toBe(
      'cart is nearly empty',
    )
    const words = (await show(event)).breadcrumbs.join('\n')
    for (const word of ['Clicked', 'Console cart is nearly empty', 'Request GET /stock.json 200', '/basket'])
      expect(words).toContain(word)
  })
})
