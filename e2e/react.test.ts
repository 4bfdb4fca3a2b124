import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from './harness/browser.ts'
import { bundle } from './harness/bundle.ts'
import { expectChromiumOn, expectRelease } from './harness/expectations.ts'
import { install, type Installation } from './harness/installation.ts'
import { openPageOrigin, type PageOrigin } from './harness/page-origin.ts'
import { visit } from './harness/visit.ts'

let hindcast: Installation
let site: PageOrigin
let browser: Browser

beforeAll(async () => {
  ;[hindcast, site, browser] = await Promise.all([install(), openPageOrigin(), launchBrowser()])
  site.add('react', await bundle({ page: 'react' }))
})
afterAll(async () => {
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
