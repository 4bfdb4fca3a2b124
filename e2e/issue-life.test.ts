import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DESK, openApp, type App } from './harness/app.ts'
import { expectAccessibleInBothThemes } from './harness/axe.ts'
import { eventually } from './harness/eventually.ts'
import type { Installation } from './harness/installation.ts'
import { CLIENTS } from './harness/paths.ts'
import { run } from './harness/run.ts'
import { onStage } from './harness/stage.ts'
import { cursorOf } from './harness/stream.ts'

let hindcast: Installation
let browser: Browser
let app: App
let page: Page
let issueId: string

onStage(async (stage) => {
  ;({ hindcast, browser } = stage)
  issueId = (await happen('shop@1.4.2')).issueId
  app = await openApp(browser, hindcast.origin)
  page = app.page
  return app
})

/** The SDK in a process of its own, built as this release. */
async function happen(release: string) {
  const script = join(CLIENTS, 'node', 'shop.ts')
  const { stdout } = await run(process.execPath, [script, 'cause chain', hindcast.dsn, '', release])
  const [, eventId = ''] = /^sent ([0-9a-f]{32})$/m.exec(stdout) ?? []
  return hindcast.api.awaitEvent(eventId)
}

const issue = () => hindcast.api.issue(issueId)
const said = (words: RegExp) => page.getByRole('region', { name: 'Notices' }).getByText(words).last()
const history = (of = page) => of.getByRole('list', { name: 'History' })

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

async function expectState(status: string, what: string): Promise<void> {
  await eventually(what, async () => {
    const now = await issue()
    return (now.status === 'unresolved' ? now.substatus : now.status) === status || undefined
  })
}

/** The keys of decisions come with what is fetched when nothing else is to do. */
async function decide(key: string, dialog: RegExp, typed: string): Promise<void> {
  const opened = page.getByRole('dialog', { name: dialog })
  await eventually('the dialog', async () => {
    if (!(await opened.isVisible())) await press(key)
    return (await opened.isVisible()) || undefined
  })
  await page.keyboard.type(typed)
}

describe('the lifecycle of an issue', () => {
  it('[UI155] is resolved in the next release from the stream, by keyboard alone, and taken back', async () => {
    await app.open(`/projects/${hindcast.init.project}/issues`)
    await eventually('the cursor', async () => (await cursorOf(page)) !== undefined || undefined)
    await eventually('the decision', async () => {
      await press('Shift+E')
      return (await said(/resolved in the next release/).isVisible()) || undefined
    })
    await expectState('resolved', 'a resolved issue')
    expect((await issue()).resolution).toEqual({ kind: 'next_release', release: 'shop@1.4.2', commit: null })
    await press('Control+z')
    await expectState('new', 'the issue as it was')
    expect((await issue()).resolution).toBeNull()
  })

  it('[UI155] stays resolved while old releases report it, and comes back with a newer one', async () => {
    await app.open(`/issues/${issueId}`)
    await decide('Shift+R', /^Resolve /, 'next')
    await expectAccessibleInBothThemes(page, 'the dialog of decisions')
    await press('Enter')
    await expectState('resolved', 'a resolved issue')
    await page.getByText('in the release after shop@1.4.2').first().waitFor()
    expect((await happen('shop@1.4.1')).issueId).toBe(issueId)
    expect((await happen('shop@1.4.2')).issueId).toBe(issueId)
    expect((await issue()).status).toBe('resolved')
    await happen('shop@1.10.0')
    await expectState('regressed', 'a regression')
    await history().getByText('Regressed in shop@1.10.0').waitFor()
    await page.getByText('Regressed', { exact: true }).first().waitFor()
  })

  it('[UI156] sleeps until three more events, says how many came, and wakes with the third', async () => {
    await decide('Shift+H', /^Ignore /, '3 more')
    await press('Enter')
    await expectState('ignored', 'an ignored issue')
    await happen('shop@1.10.0')
    await happen('shop@1.10.0')
    await page.getByText('until 3 more events occur, 2 so far').first().waitFor()
    expect((await issue()).status).toBe('ignored')
    await happen('shop@1.10.0')
    await expectState('ongoing', 'an issue that woke')
    await history().getByText('Reopened: the event count was reached').waitFor()
  })

  it('[UI157] is discussed: a comment shows in another browser at once, and is changed by its author', async () => {
    const other = await openApp(browser, hindcast.origin)
    await other.open(`/issues/${issueId}`)
    await page
      .getByRole('textbox', { name: 'Write a comment' })
      .fill('Seen at https://shop.example/cart today')
    await press('Control+Enter')
    const comment = history(other.page).getByRole('article', { name: /^Comment by/ })
    await comment.getByRole('link', { name: 'https://shop.example/cart' }).waitFor()
    await page.getByText('because you resolved it').waitFor()
    await history().getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Edit comment' }).fill(`Seen everywhere ${'w'.repeat(300)}`)
    await press('Control+Enter')
    const said = comment.getByText('Seen everywhere')
    await said.waitFor()
    expect(await said.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(await said.evaluate((text) => text.getBoundingClientRect().right)).toBeLessThan(DESK.width)
    await comment.getByText('edited').waitFor()
    await expectAccessibleInBothThemes(page, 'an issue with a comment')
    expect(other.faults).toEqual([])
    await other.close()
  })

  it('[UI158] has a priority that is chosen by keyboard and taken back', async () => {
    await page.locator('main').focus()
    await decide('p', /^Priority of /, 'low')
    await press('Enter')
    await eventually('the priority', async () => (await issue()).priority === 'low' || undefined)
    await history().getByText('Low priority').waitFor()
    await press('Control+z')
    await eventually('no choice', async () => !(await issue()).priorityChosen || undefined)
  })
})
