import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DESK, openApp, PHONE, sendEvent, type App } from './harness/app.ts'
import { expectAccessibleInBothThemes } from './harness/axe.ts'
import { eventually } from './harness/eventually.ts'
import type { Installation } from './harness/installation.ts'
import { onStage } from './harness/stage.ts'
import { typesOf } from './harness/stream.ts'

let hindcast: Installation
let app: App
let page: Page

/** Three issues; some of their events differ only in breadcrumbs and tags. */
async function send(name: string, more: object): Promise<void> {
  const frame = {
    filename: 'https://shop.example/app.js',
    function: `open${name}`,
    lineno: 3,
    colno: 5,
    in_app: true,
  }
  const value = { type: name, value: 'the drawer is stuck', stacktrace: { frames: [frame] } }
  await sendEvent(hindcast.dsn, { release: 'shop@1.0', exception: { values: [value] }, ...more })
}

onStage(async ({ browser, ...stage }) => {
  hindcast = stage.hindcast
  const crumb = { breadcrumbs: [{ category: 'console', message: 'Voucher SUMMER was refused' }] }
  await send('FaultA', { tags: { plan: 'pro' }, user: { id: 'ann' } })
  await send('FaultA', { tags: { plan: 'free' }, user: { id: 'bob' }, ...crumb })
  await send('FaultB', { level: 'warning', release: 'shop@1.1', user: { id: 'ann' } })
  await send('FaultC', { tags: { plan: 'pro' } })
  await hindcast.api.awaitIssues(3)
  app = await openApp(browser, hindcast.origin)
  page = app.page
  return app
})

const stream = (query: string) => `/projects/${hindcast.init.project}/issues?q=${encodeURIComponent(query)}`
const field = () => page.getByRole('combobox', { name: 'Query' })

async function expectTypes(names: readonly string[]): Promise<void> {
  let shown: readonly string[] = []
  await eventually(names.join(), async () => {
    shown = (await typesOf(page)).toSorted()
    return shown.join() === names.join() || undefined
  }).catch(() => expect(shown).toEqual(names))
}

async function search(text: string): Promise<void> {
  await field().fill(text)
  await page.keyboard.press('Enter')
}

describe('searching', () => {
  it('[UI163] finds issues by expressions, and by words that only a breadcrumb has', async () => {
    await app.open(stream(''))
    await expectTypes(['FaultA', 'FaultB', 'FaultC'])
    for (const [text, names] of [
      ['"voucher summer"', ['FaultA']],
      ['(plan:pro OR level:warning) !FaultC', ['FaultA', 'FaultB']],
      ['users:>1', ['FaultA']],
      ['release:shop@1.* has:plan', ['FaultA', 'FaultC']],
      ['!has:plan', ['FaultB']],
    ] as const) {
      await app.open(stream(text))
      await expectTypes(names)
      expect(new URL(page.url()).searchParams.get('q')).toBe(text)
    }
  })

  it('[UI163] underlines what it does not understand and says why, without a pointer', async () => {
    await app.open(stream(''))
    await search('is:open')
    const fault = page.getByRole('alert').filter({ hasText: 'must be one of' })
    await fault.waitFor()
    expect(await fault.locator('mark').innerText()).toBe('open')
    expect(await field().getAttribute('aria-invalid')).toBe('true')
    await expectAccessibleInBothThemes(page, 'a query that cannot be read')
  })

  it('[UI163] completes keys and values while they are typed', async () => {
    await app.open(stream(''))
    await field().fill('pla')
    await page.getByRole('option', { name: 'platform:' }).waitFor()
    await field().fill('plan:p')
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
    await suggestions.getByRole('option', { name: 'pro' }).click()
    await expectTypes(['FaultA', 'FaultC'])
    expect(await field().inputValue()).toBe('plan:pro')
  })

  it('[UI163] changes the text by a click on a facet, and keeps an expression in brackets', async () => {
    await app.open(stream('plan:pro OR level:warning'))
    await expectTypes(['FaultA', 'FaultB', 'FaultC'])
    await page
      .getByRole('navigation', { name: 'Filters' })
      .getByRole('button', { name: 'Warning' })
      .first()
      .click()
    await expectTypes(['FaultB'])
    expect(await field().inputValue()).toBe('(plan:pro OR level:warning) level:warning')
  })
})

describe('saved views', () => {
  it('[UI164] are saved, shown, renamed, shared and deleted, and deleting is taken back', async () => {
    await app.open(stream('plan:pro'))
    await page.getByRole('button', { name: 'Views' }).click()
    const dialog = page.getByRole('dialog', { name: 'Saved views' })
    await dialog.getByLabel('Save this view as').fill('Paying')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Paying', exact: true }).waitFor()
    await expectAccessibleInBothThemes(page, 'saved views')
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    await dialog.getByText('Shared', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await dialog.getByLabel('New name').fill('Customers')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Customers', exact: true }).waitFor()
    await app.open(stream('level:warning'))
    await page.getByRole('button', { name: 'Views' }).click()
    await dialog.getByRole('button', { name: 'Customers', exact: true }).click()
    await expectTypes(['FaultA', 'FaultC'])
    expect(new URL(page.url()).searchParams.get('q')).toBe('plan:pro')
    await page.getByRole('button', { name: 'Views' }).click()
    await dialog.getByRole('button', { name: 'Delete Customers' }).click()
    await dialog.getByText('No saved views yet.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Views' }).click()
    await dialog.getByRole('button', { name: 'Customers', exact: true }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('[UI203] have names of any length, and what can be done with them stays in reach on a phone', async () => {
    const name = 'w'.repeat(80)
    await page.getByRole('button', { name: 'Views' }).click()
    const dialog = page.getByRole('dialog', { name: 'Saved views' })
    await dialog.getByLabel('Save this view as').fill(name)
    await page.keyboard.press('Enter')
    await page.setViewportSize(PHONE)
    const remove = dialog.getByRole('button', { name: `Delete ${name}` })
    await remove.waitFor()
    const { x, width } = (await remove.boundingBox())!
    expect(x + width).toBeLessThan(PHONE.width - 12)
    await remove.click()
    await remove.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.setViewportSize(DESK)
  })
})

describe('events and users', () => {
  it('[UI165] lists events in a table whose values narrow the search, with columns in the address', async () => {
    await app.open(`/projects/${hindcast.init.project}/events?columns=plan,user`)
    const table = page.getByRole('table')
    await eventually('four events', async () => (await table.getByRole('row').count()) === 5 || undefined)
    await table.getByRole('button', { name: 'pro' }).first().click()
    await eventually('two events', async () => (await table.getByRole('row').count()) === 3 || undefined)
    expect(await field().inputValue()).toBe('plan:pro')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('dialog', { name: 'Columns' }).getByLabel('Release').check()
    expect(new URL(page.url()).searchParams.get('columns')).toBe('plan,user,release')
    await page.getByRole('button', { name: 'Done' }).click()
    await table.getByRole('columnheader', { name: 'Release' }).waitFor()
  })

  it('[UI165] leads from an issue to its users, and from a user to their events', async () => {
    const [issue] = await hindcast.api
      .awaitIssues(3)
      .then((issues) => issues.filter(({ title }) => title.startsWith('FaultA')))
    await app.open(`/issues/${issue!.id}/users`)
    await page.getByRole('link', { name: 'bob' }).click()
    await eventually(
      'one event',
      async () => (await page.getByRole('table').getByRole('row').count()) === 2 || undefined,
    )
    expect(await field().inputValue()).toBe('user:bob')
  })
})
