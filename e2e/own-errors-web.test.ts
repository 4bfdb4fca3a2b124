import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openApi, type Api } from './harness/api.ts'
import { openApp, type App } from './harness/app.ts'
import { expectAccessibleInBothThemes } from './harness/axe.ts'
import { eventually } from './harness/eventually.ts'
import type { Installation } from './harness/installation.ts'
import { lookAt } from './harness/on-screen.ts'
import { onStage } from './harness/stage.ts'
import { sendFault } from './harness/stream.ts'

let hindcast: Installation
let app: App
let page: Page
let issue: string
const own = (): Api => openApi(hindcast.origin, hindcast.init.token, 'hindcast')

onStage(async ({ browser, ...stage }) => {
  hindcast = stage.hindcast
  await sendFault(hindcast.dsn, 'FaultA')
  issue = (await hindcast.api.awaitIssues(1))[0]!.id
  app = await openApp(browser, hindcast.origin)
  page = app.page
  return app
})

/** The visible lines of the error screen. */
async function lastWords(): Promise<readonly string[]> {
  const alert = page.getByRole('alert').filter({ hasText: 'Application error' })
  await alert.waitFor()
  return (await alert.innerText()).split(/\n+/)
}

/** Renames a table under the running server, so that its queries fail. */
function rename(table: string, to: string): void {
  const records = new DatabaseSync(join(hindcast.dataDir, 'records.sqlite'), { timeout: 10_000 })
  records.exec(`ALTER TABLE ${table} RENAME TO ${to}`)
  records.close()
}

describe('a page that is broken on purpose', () => {
  let eventId: string

  it('[UI111] says that the client failed, and shows an event id on a line of its own', async () => {
    await page.route(`**/api/v1/issues/${issue}/events/*`, (route) =>
      route.fulfill({ json: { eventId: 'a'.repeat(32), issueId: issue, exceptions: 'none' } }),
    )
    await app.open(`/issues/${issue}`)
    const [first, second, ...rest] = await lastWords()
    expect(first).toBe('Application error: a client-side exception has occurred')
    expect(second).toMatch(/^[0-9a-f]{32}$/)
    expect(rest).toEqual([])
    eventId = second!
    await expectAccessibleInBothThemes(page, 'the last-resort screen')
  })

  it('[UI111] has reported itself under that id, and the id finds the report', async () => {
    const event = await own().awaitEvent(eventId)
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('link', { name: 'View error' }).click()
    await page.waitForURL(`**/issues/${event.issueId}/events/${eventId}`)
    const shown = await lookAt(app, event)
    expect(shown.title).toMatch(/Error/)
    expect(shown.tags).toContain('component web')
    expect(shown.errors[0]!.words).toContain('Unhandled')
    expect(shown.facts['This release']).toMatch(/^hindcast-web@/)
    expect(await page.getByRole('combobox', { name: 'Project' }).inputValue()).toBe('hindcast')
  })

  it('[UI111] works again when what broke it is gone', async () => {
    await app.open(`/issues/${issue}`)
    await page.getByRole('heading', { level: 1, name: /^FaultA/ }).waitFor()
  })
})

describe('a server that is broken on purpose under a page', () => {
  let words: readonly string[]

  it('[UI112] is said to have failed, with the digest it gave', async () => {
    rename('preferences', 'preferences_gone')
    await page.goto(`/issues/${issue}`)
    words = await lastWords()
    rename('preferences_gone', 'preferences')
    expect(words[0]).toBe('Application error: a server-side exception has occurred')
    expect(words[1]).toMatch(/^Digest: \d{10}$/)
    expect(words).toHaveLength(2)
  })

  it('[UI112] is found by what was on the screen, pasted as a whole', async () => {
    const digest = words[1]!.replace('Digest: ', '')
    await eventually('the reports of the server and of the page', async () => {
      const answer = await own().get(`/api/v1/digests/${digest}`)
      const { issues } = (await answer.json()) as { issues: object[] }
      return issues.length > 1 || undefined
    })
    await app.open('/find')
    await page.getByRole('searchbox').fill(words.join(' '))
    const found = page.getByRole('list', { name: 'Found' }).getByRole('link')
    await found.filter({ hasText: /events have this digest/ }).click()
    const issues = page.getByRole('list', { name: 'Issues' }).getByRole('link')
    await issues.filter({ hasText: 'preferences' }).click()
    await page.locator('#tags').getByRole('link', { name: 'component api' }).waitFor()
    await page.getByRole('heading', { level: 1, name: /preferences/ }).waitFor()
  })
})
