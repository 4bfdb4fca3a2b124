import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openApp, sendEvent, type App } from './harness/app.ts'
import { expectAccessibleAtBothWidths } from './harness/axe.ts'
import { eventually } from './harness/eventually.ts'
import type { Installation } from './harness/installation.ts'
import { onStage } from './harness/stage.ts'
import { cursorOf, typesOf } from './harness/stream.ts'

/** The one seen last first, as the stream has them. */
const FAULTS = ['FaultA', 'FaultB', 'FaultC', 'FaultD'] as const
type Fault = (typeof FAULTS)[number]

let hindcast: Installation
let app: App
let page: Page
/** What each was before anything was merged. */
const issues = new Map<string, { readonly id: string; readonly shortId: string }>()

onStage(async ({ browser, ...stage }) => {
  hindcast = stage.hindcast
  for (const name of FAULTS.toReversed()) await sendFault(name)
  for (const issue of await hindcast.api.awaitIssues(FAULTS.length)) issues.set(issue.type, issue)
  app = await openApp(browser, hindcast.origin)
  page = app.page
  return app
})

/** Each in a function of its own, all of them reached through the same one. */
async function sendFault(name: Fault): Promise<string> {
  const frame = (fn: string, line: number) => ({
    filename: 'https://shop.example/app.js',
    function: fn,
    lineno: line,
    colno: 5,
    in_app: true,
  })
  const frames = [frame('handleClick', 9), frame(`open${name}`, 3)]
  const value = `the drawer of ${name} is stuck`
  const { eventId } = await sendEvent(hindcast.dsn, {
    exception: { values: [{ type: name, value, stacktrace: { frames } }] },
  })
  return eventId
}

const issueOf = (name: Fault) => issues.get(name)!
const issueOfEvent = async (eventId: string) => (await hindcast.api.awaitEvent(eventId)).issueId
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const comparison = () => dialog('Merge issues').getByRole('region', { name: 'Latest stack traces compared' })
const said = (words: RegExp) => page.getByRole('region', { name: 'Notices' }).getByText(words).last()

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

async function expectRows(names: readonly Fault[]): Promise<void> {
  await eventually(
    `the rows ${names.join()}`,
    async () => (await typesOf(page)).join() === names.join() || undefined,
  )
}

describe('merging from the stream', () => {
  it('[UI138] compares the frames of two that are selected, by keyboard alone', async () => {
    await app.open(`/projects/${hindcast.init.project}/issues`)
    await expectRows(FAULTS)
    await eventually('the cursor', async () => (await cursorOf(page)) === 'FaultA' || undefined)
    await press('x', 'Shift+J')
    await page.getByText('2 selected').waitFor()
    await press('m')
    await dialog('Merge issues').waitFor()
    await comparison().getByText('1 of 3 frames of the latest events are the same').waitFor()
    // The one under the cursor stays.
    await dialog('Merge issues')
      .getByRole('button', { name: `Merge into ${issueOf('FaultB').shortId}` })
      .waitFor()
    expect((await comparison().getByRole('listitem').allTextContents()).map((line) => line.trim())).toEqual([
      '−only in the first: openFaultB /app.js',
      '+only in the second: openFaultA /app.js',
      'in both: handleClick /app.js',
    ])
    await expectAccessibleAtBothWidths(page, 'the merge dialog')
  })

  it('[UI138] merges them, and later events follow', async () => {
    await press('Enter')
    await dialog('Merge issues').waitFor({ state: 'detached' })
    await said(new RegExp(`${issueOf('FaultA').shortId} merged into ${issueOf('FaultB').shortId}`)).waitFor()
    await expectRows(['FaultB', 'FaultC', 'FaultD'])
    expect(await issueOfEvent(await sendFault('FaultA'))).toBe(issueOf('FaultB').id)
    expect(await hindcast.api.issue(issueOf('FaultB').id)).toMatchObject({ events: 3 })
    await app.open(`/projects/${hindcast.init.project}/issues`)
    await eventually('three rows', async () => (await typesOf(page)).length === 3 || undefined)
  })
})

describe('merging from the page of an issue', () => {
  it('[UI138] finds the other one by a pasted address, by its short id and by the id of an event', async () => {
    const event = await sendFault('FaultD')
    await issueOfEvent(event)
    await app.open(`/issues/${issueOf('FaultC').id}`)
    const search = dialog(`Merge ${issueOf('FaultC').shortId} with…`)
    const { id, shortId } = issueOf('FaultD')
    for (const pasted of [`${hindcast.origin}/issues/${id}`, shortId, event]) {
      await press('m')
      await search.waitFor()
      await page.keyboard.insertText(pasted)
      await search.getByRole('option', { name: /^FaultD/ }).waitFor()
      if (pasted !== event) await press('Escape')
    }
    await expectAccessibleAtBothWidths(page, 'the search of the merge dialog')
    await press('Enter')
    await comparison().getByText('1 of 3 frames of the latest events are the same').waitFor()
  })

  it('[UI138] merges it into the one that is read, whose history says so', async () => {
    await press('Enter')
    await dialog('Merge issues').waitFor({ state: 'detached' })
    await said(/merged into/).waitFor()
    await page.locator('#why').getByText('2 fingerprints are grouped here').waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: `${issueOf('FaultD').shortId} was merged into this issue` })
      .waitFor()
    expect(await hindcast.api.issue(issueOf('FaultC').id)).toMatchObject({ events: 3 })
    await expectAccessibleAtBothWidths(page, 'an issue with two fingerprints')
  })
})

describe('unmerging from the page of an issue', () => {
  it('[UI138] gives a fingerprint the issue back that it was, and later events follow', async () => {
    await page.getByRole('button', { name: /^Unmerge FaultD/ }).press('Enter')
    await said(new RegExp(`now in ${issueOf('FaultD').shortId}`)).waitFor()
    await page.locator('#why').getByText('2 fingerprints are grouped here').waitFor({ state: 'detached' })
    await hindcast.api.awaitIssues(3)
    expect(await issueOfEvent(await sendFault('FaultD'))).toBe(issueOf('FaultD').id)
    expect(await issueOfEvent(await sendFault('FaultC'))).toBe(issueOf('FaultC').id)
    expect(await hindcast.api.issue(issueOf('FaultD').id)).toMatchObject({ events: 3 })
    expect(await hindcast.api.issue(issueOf('FaultC').id)).toMatchObject({ events: 2 })
  })
  it('[UI129] says in the history who did it, and leads to the other issue and back', async () => {
    const line = (words: string) => page.getByRole('listitem').filter({ hasText: words })
    await line('was unmerged from this issue')
      .filter({ hasText: /by \S+ ?·/ })
      .waitFor()
    await expectAccessibleAtBothWidths(page, 'an issue that was unmerged again')
    await line('was unmerged from this issue')
      .getByRole('link', { name: issueOf('FaultD').shortId })
      .press('Enter')
    await page.waitForURL(`**/issues/${issueOf('FaultD').id}`)
    await line('This issue was unmerged from')
      .getByRole('link', { name: issueOf('FaultC').shortId })
      .waitFor()
  })
})
