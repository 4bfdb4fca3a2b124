import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openApp, sendEvent, type App } from './harness/app.ts'
import { expectAccessibleAtBothWidths } from './harness/axe.ts'
import type { Installation } from './harness/installation.ts'
import { onStage } from './harness/stage.ts'

let hindcast: Installation
let app: App
let page: Page

onStage(async ({ browser, ...stage }) => {
  hindcast = stage.hindcast
  app = await openApp(browser, hindcast.origin)
  page = app.page
  return app
})

/** The first event that the SDK sent of a bug. */
function recorded(language: string, bug: string): Record<string, unknown> {
  const file = new URL(`../fixtures/languages/${language}/events.ndjson`, import.meta.url)
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`{"bug":"${bug}",`))!
  return (JSON.parse(line) as { event: Record<string, unknown> }).event
}

async function arrive(language: string, bug: string) {
  const { event_id: _, timestamp: __, ...event } = recorded(language, bug)
  const { eventId } = await sendEvent(hindcast.dsn, event)
  return hindcast.api.awaitEvent(eventId)
}

const stack = () => page.locator('#stack')
const shownFrames = async () =>
  (await stack().locator('ol > li').allInnerTexts()).map((row) => row.trim().replaceAll(/\s+/g, ' '))

describe('stacks of other languages', () => {
  it('[UI350] shows the stack that came with a message, and not that none was sent', async () => {
    const { issueId } = await arrive('python', 'python-reports-attached-quota')
    await app.open(`/issues/${issueId}`)
    await stack().getByText('Where it was reported').waitFor()
    const frames = await shownFrames()
    expect(frames.some((frame) => frame.includes('check_quota'))).toBe(true)
    expect(await stack().innerText()).not.toContain('No stack trace was sent')
    await expectAccessibleAtBothWidths(page, 'a message with a stack')
  })

  it('[UI350] shows the thread of a panic with a text', async () => {
    const { issueId, culprit } = await arrive('go', 'go-orders-attached-hold')
    expect(culprit).toContain('shelf')
    await app.open(`/issues/${issueId}`)
    await stack().getByText('shelf', { exact: false }).first().waitFor()
    expect((await shownFrames()).some((frame) => frame.includes('shelf'))).toBe(true)
  })

  it('[GR123] names the function of the application and folds the standard library', async () => {
    const events = await Promise.all(
      ['price', 'stock', 'rates'].map((name) => arrive('python', `python-remote-${name}`)),
    )
    expect(events.map(({ culprit }) => culprit)).toEqual([
      'fetch_price (shop/remote.py)',
      'fetch_stock (shop/remote.py)',
      'fetch_rates (shop/remote.py)',
    ])
    expect(new Set(events.map(({ issueId }) => issueId)).size).toBe(3)
    await app.open(`/issues/${events[0]!.issueId}`)
    await stack().getByText('fetch_price').first().waitFor()
    // The cause lies in the standard library alone and has nothing to fold around.
    const thrown = await stack().locator('ol').first().innerText()
    expect(thrown).toContain('fetch_price')
    expect(thrown).not.toContain('do_open')
  })
})
