import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openApp, type App } from './harness/app.ts'
import { expectAccessibleAtBothWidths } from './harness/axe.ts'
import type { Installation } from './harness/installation.ts'
import { onStage } from './harness/stage.ts'
import { sendFault } from './harness/stream.ts'

const WRONG = 'type:Pay* -> fingerprnt payment'
const RULE = 'type:Pay* -> fingerprint payment'

let hindcast: Installation
let app: App
let page: Page

onStage(async ({ browser, ...stage }) => {
  hindcast = stage.hindcast
  for (const name of ['PayByCard', 'PayByBill', 'Other']) await sendFault(hindcast.dsn, name)
  await hindcast.api.awaitIssues(3)
  app = await openApp(browser, hindcast.origin)
  page = app.page
  return app
})

const editor = () => page.getByRole('textbox', { name: 'Rules' })
const trial = () => page.getByRole('region', { name: /^Tested on recent events/ })
const save = () => page.getByRole('button', { name: 'Save' })

describe('the rules of grouping', () => {
  it('[UI139] mark what cannot be read while it is typed, and lead to it', async () => {
    await app.open('/projects/web-shop/rules')
    await editor().focus()
    await page.keyboard.type(WRONG)
    const fault = page.getByRole('button', { name: /^Line 1, character \d+: / })
    await fault.waitFor()
    expect(await editor().getAttribute('aria-invalid')).toBe('true')
    const marked = await page.locator('pre[aria-hidden] span').allTextContents()
    expect(marked).toHaveLength(1)
    expect(marked[0]).toContain('fingerprnt')
    await trial().getByText('Fix the errors to see what would change.').waitFor()
    await expectAccessibleAtBothWidths(page, 'rules that cannot be read')

    await fault.press('Enter')
    const selected = await editor().evaluate((field: HTMLTextAreaElement) => [
      document.activeElement === field,
      field.value.slice(field.selectionStart, field.selectionEnd),
    ])
    expect(selected).toEqual([true, marked[0]])
    await save().press('Enter')
    await app.settled()
    await page.reload()
    expect(await editor().inputValue()).toBe('')
  })

  it('[UI139] say before they are saved what they would have made of the latest events', async () => {
    await editor().focus()
    await page.keyboard.type(RULE)
    await trial().getByText('2 events of 2 issues among the latest 3 would be grouped differently.').waitFor()
    await trial().getByText('2 events would have become one new issue.').waitFor()
    const words = (await trial().innerText()).replaceAll(/\s+/g, ' ')
    expect(words).toContain('merges')
    expect(words).toContain('PayByCard: the drawer is stuck 1 of 1')
    expect(words).toContain('PayByBill: the drawer is stuck 1 of 1')
    expect(words).not.toContain('Other')
    expect(await editor().getAttribute('aria-invalid')).toBeNull()
    expect(await hindcast.api.allIssues()).toHaveLength(3)
    await expectAccessibleAtBothWidths(page, 'rules and what they would change')
  })

  it('[UI351] offer another version of the grouping, which is tried before it is saved', async () => {
    const choice = page.getByRole('group', { name: 'Grouping version' })
    const version = (number: 3 | 4) => choice.getByRole('button', { name: `Version ${number}` })
    expect(await version(4).getAttribute('aria-pressed')).toBe('true')
    await version(3).click()
    await trial().getByText('2 events of 2 issues among the latest 3 would be grouped differently.').waitFor()
    expect(await save().isEnabled()).toBe(true)
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await version(4).getAttribute('aria-pressed')).toBe('true')
    await editor().focus()
    await page.keyboard.type(RULE)
  })

  it('[UI139] hold for what arrives once they are saved, by keyboard alone', async () => {
    await editor().press('Tab')
    expect(await save().evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page
      .getByRole('region', { name: 'Notices' })
      .getByText('Rules saved. They apply to new events.')
      .waitFor()
    const sent = await Promise.all(['PayByCard', 'PayByBill'].map((name) => sendFault(hindcast.dsn, name)))
    const events = await Promise.all(sent.map(({ eventId }) => hindcast.api.awaitEvent(eventId)))
    expect(new Set(events.map(({ issueId }) => issueId)).size).toBe(1)
    expect(await hindcast.api.awaitIssues(4)).toContainEqual(expect.objectContaining({ events: 2 }))
    await app.open(`/issues/${events[0]!.issueId}`)
    await page.locator('#why').getByText('Grouping rule of the project, line 1.').waitFor()
    await app.open('/projects/web-shop/rules')
    expect(await editor().inputValue()).toBe(RULE)
  })
})
