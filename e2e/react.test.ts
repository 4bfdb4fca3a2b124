import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type App } from './harness/app.ts'
import { launchBrowser } from './harness/browser.ts'
import { bundle } from './harness/bundle.ts'
import { expectChromiumOn, expectRelease } from './harness/expectations.ts'
import { install, type Installation } from './harness/installation.ts'
import { expectInStream, expectShownChromium, expectShownRelease, lookAt } from './harness/on-screen.ts'
import { openPageOrigin, type PageOrigin } from './harness/page-origin.ts'
import { visit } from './harness/visit.ts'

let hindcast: Installation
let site: PageOrigin
let browser: Browser
/** Goes to each event. */
let reader: App
/** Stays on the stream and is never loaded again. */
let stream: App

beforeAll(async () => {
  ;[hindcast, site, browser] = await Promise.all([install(), openPageOrigin(), launchBrowser()])
  site.add('react', await bundle({ page: 'react' }))
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

it.each(['dsn', 'tunnel'])(
  '[GR51] groups what an error boundary caught by the error itself, not by the component stack, through the %s',
  async (via) => {
    const { origin, dsn, api } = hindcast
    const config = via === 'tunnel' ? { dsn, tunnel: `${origin}/tunnel` } : { dsn }
    const options = { url: `${site.url}/react/`, server: origin, config }
    const event = await visit(browser, options, async ({ page, sentEvent }) => {
      await page.click('#break')
      await page.getByRole('alert').waitFor()
      return api.awaitEvent(await sentEvent())
    })
    expectChromiumOn(event, site.url)
    expectRelease(event)
    expect(event.sdk).toEqual({ name: 'sentry.javascript.react', version: '11.10.0' })
    expect(event.exceptions.map((exception) => exception.type)).toEqual([
      'React ErrorBoundary TypeError',
      'TypeError',
    ])
    expect(event.exceptions[0]?.frames.map((frame) => frame.function)).toContain('CartTotal')
    expect(event.exceptions[1]?.frames.at(-1)?.function).toBe('priceOf')
    expect(event.exceptions[1]?.mechanism?.handled).toBe(true)
    expect(event.contexts['react']).toMatchObject({ version: expect.stringMatching(/^19\./) })
    expect(event.title).toMatch(/^TypeError/)
    expect(event.grouping.parts.join('\n')).not.toContain('ErrorBoundary')
    expect(await api.issue(event.issueId)).toMatchObject({ type: 'TypeError' })

    const shown = await lookAt(reader, event)
    expectShownRelease(shown)
    expectShownChromium(shown, site.url)
    expect(shown.title).toMatch(/^TypeError: .*reading 'items'/)
    expect(shown.errors.map(({ relation, type }) => [relation, type])).toEqual([
      ['', 'TypeError'],
      // Not an error of the chain: what was around it.
      ['', 'React components'],
    ])
    expect(shown.errors[0]!.words).toContain('Handled')
    expect(shown.errors[0]!.functions[0]).toBe('priceOf')
    expect(shown.errors[1]!.functions).toContain('CartTotal')
    expect(shown.section('contexts')).toMatch(/React\s+version\s+19\./)
    await expectInStream(stream, event.issueId, event.title)
  },
)

it('[GR51] puts the same error in the same issue with and without a boundary around it', async () => {
  const { origin, dsn, api } = hindcast
  const issues: string[] = []
  for (const hash of ['', '#without-boundary']) {
    const options = { url: `${site.url}/react/${hash}`, server: origin, config: { dsn } }
    const event = await visit(browser, options, async ({ page, sentEvent }) => {
      await page.click('#break')
      return api.awaitEvent(await sentEvent())
    })
    issues.push(event.issueId)
  }
  expect(new Set(issues).size).toBe(1)
})
