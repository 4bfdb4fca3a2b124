import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type App } from './harness/app.ts'
import { launchBrowser } from './harness/browser.ts'
import { EXPECTATIONS, expectRelease } from './harness/expectations.ts'
import { install, type Installation } from './harness/installation.ts'
import { expectInStream, expectShownRelease, lookAt, ON_SCREEN, type Shown } from './harness/on-screen.ts'
import { CLIENTS } from './harness/paths.ts'
import { run } from './harness/run.ts'

let hindcast: Installation
let browser: Browser
/** Goes to each event. */
let reader: App
/** Stays on the stream and is never loaded again. */
let stream: App

beforeAll(async () => {
  ;[hindcast, browser] = await Promise.all([install(), launchBrowser()])
  reader = await openApp(browser, hindcast.origin)
  await reader.open('/find')
  stream = await openApp(browser, hindcast.origin)
  await stream.open(`/projects/${hindcast.init.project}/issues`)
})
afterAll(async () => {
  expect([...(reader?.faults ?? []), ...(stream?.faults ?? [])]).toEqual([])
  await browser?.close()
  expect(await hindcast?.close()).toBe(0)
})

/** Runs the shop as a process of its own and reads its event back through the API. */
async function tell(scenario: string, via: 'dsn' | 'tunnel'): Promise<EventView> {
  const tunnel = via === 'tunnel' ? [`${hindcast.origin}/tunnel`] : []
  const script = join(CLIENTS, 'node', 'shop.ts')
  const { stdout, stderr } = await run(process.execPath, [script, scenario, hindcast.dsn, ...tunnel])
  const eventId = /^sent ([0-9a-f]{32})$/m.exec(stdout)?.[1]
  if (eventId === undefined) throw new Error(`the SDK sent nothing:\n${stdout}${stderr}`)
  return hindcast.api.awaitEvent(eventId)
}

const SCENARIOS: Readonly<Record<string, (event: EventView) => void>> = {
  ...EXPECTATIONS,
  breadcrumbs: (event) => {
    expect(event.breadcrumbs.map(({ category, message }) => [category, message])).toEqual([
      ['cart', 'added a lamp'],
      ['console', 'cart is nearly empty'],
    ])
  },
}

const SHOWN: Readonly<Record<string, (shown: Shown) => void>> = {
  ...ON_SCREEN,
  breadcrumbs: ({ breadcrumbs }) =>
    expect(breadcrumbs).toEqual([
      expect.stringMatching(/cart added a lamp/),
      expect.stringMatching(/Console cart is nearly empty/),
      expect.stringContaining('Error: after the visit'),
    ]),
}

describe.each(['dsn', 'tunnel'] as const)('@sentry/node 11.11.0 through the %s', (via) => {
  const issues = new Map<string, string>()

  it.each(Object.entries(SCENARIOS))('[IN50] tells of %s', async (scenario, expectation) => {
    const event = await tell(scenario, via)
    expectation(event)
    expectRelease(event)
    expect(event.platform).toBe('node')
    expect(event.sdk).toEqual({ name: 'sentry.javascript.node', version: '11.11.0' })
    expect(event.contexts['runtime']).toMatchObject({ name: 'node', version: process.version })
    expect(event.serverName).not.toBeNull()
    const shown = await lookAt(reader, event)
    SHOWN[scenario]!(shown)
    expectShownRelease(shown)
    expect(shown.section('contexts')).toMatch(/Runtime\s+name\s+node/)
    issues.set(event.issueId, event.title)
  })

  it('[UI3] has all of them in a stream that was open before they came', async () => {
    expect(issues.size).toBeGreaterThanOrEqual(Object.keys(SCENARIOS).length)
    for (const [id, title] of issues) await expectInStream(stream, id, title)
  })

  it('[PL52] keeps the source lines around a frame and marks which frames are the application', async () => {
    const event = await tell('uncaught error', via)
    expect(event.level).toBe('fatal')
    const frames = event.exceptions.at(-1)!.frames
    expect(frames.at(-1)).toMatchObject({
      function: 'priceOf',
      inApp: true,
      contextLine: expect.stringContaining('cart!.items.reduce'),
    })
    expect(frames.some((frame) => !frame.inApp && frame.filename?.startsWith('node:') === true)).toBe(true)
    await lookAt(reader, event)
    const source = reader.page.locator('#stack').getByRole('group', { name: /^Source around/ })
    expect(await source.first().innerText()).toContain('cart!.items.reduce')
    expect(
      await reader.page
        .locator('#stack')
        .getByRole('button', { name: /frames? of Node/i })
        .count(),
    ).toBe(1)
  })
})
