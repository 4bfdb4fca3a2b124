import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMailServer } from '../packages/server/src/product/alerts/channels/testing/mail-server.ts'
import { DESK, PHONE, sendEvent, watchFaults } from './harness/app.ts'
import { expectAccessibleInBothThemes } from './harness/axe.ts'
import { launchBrowser } from './harness/browser.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { HINDCAST, ROOT } from './harness/paths.ts'
import { run } from './harness/run.ts'
import { OWNER } from './harness/server.ts'

let browser: Browser
beforeAll(async () => void (browser = await launchBrowser()))
afterAll(() => browser?.close())

async function pageAt(origin: string): Promise<{ readonly page: Page; readonly context: BrowserContext }> {
  const context = await browser.newContext({ viewport: DESK, locale: 'en-GB', baseURL: origin })
  return { page: await context.newPage(), context }
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(OWNER.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const isIn = (page: Page) => page.getByRole('button', { name: 'Sign out', exact: true }).waitFor()

async function fitsPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.setViewportSize(DESK)
}

/** With the keyboard alone, from the page that asks for it. */
async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
  await page.getByText(`For ${OWNER.email}.`).waitFor()
  await page.getByLabel('New password').focus()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Password changed' }).waitFor()
}

describe('a forgotten password, with a mail server', () => {
  let hindcast: Installation
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let page: Page
  let context: BrowserContext
  let faults: readonly string[]
  let link: string

  beforeAll(async () => {
    mail = await startMailServer()
    hindcast = await install({
      env: { HINDCAST_SMTP_URL: mail.url, HINDCAST_MAIL_FROM: 'hindcast@example.com' },
    })
    ;({ page, context } = await pageAt(hindcast.origin))
    faults = watchFaults(page)
  })
  afterAll(async () => {
    await context?.close()
    expect(await hindcast?.close()).toBe(0)
    await mail?.close()
  })

  async function askFor(email: string): Promise<string> {
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(email)
    await page.keyboard.press('Enter')
    const answer = page.getByRole('status').filter({ hasText: 'Check your inbox' })
    await answer.waitFor()
    return (await answer.innerText()).replace(email, '…')
  }

  it('[UI226] is asked for on the sign-in page, which says the same whether there is an account or not', async () => {
    await page.goto('/forgot-password')
    await page.getByLabel('Email').waitFor()
    await expectAccessibleInBothThemes(page, 'the question for a link')
    const unknown = await askFor('nobody@example.com')
    const known = await askFor(OWNER.email)
    expect(known).toBe(unknown)
    await expectAccessibleInBothThemes(page, 'the answer to it')
    await fitsPhone(page)
    const received = await eventually('the mail', async () => mail.received[0])
    expect(received.to).toEqual([OWNER.email])
    link = /http\S+\/reset-password#\w{40}/.exec(received.source)![0]
    expect(link).toContain(hindcast.origin)
  })

  it('[UI227] is set with the link, which ends all sessions and is in no request URL', async () => {
    const other = await pageAt(hindcast.origin)
    await signIn(other.page, OWNER.password)
    await isIn(other.page)
    const token = link.split('#')[1]!
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url(), request.headers()['referer'] ?? ''))
    await page.goto(link)
    await page.getByLabel('New password').waitFor()
    await expectAccessibleInBothThemes(page, 'the form for a new password')
    await fitsPhone(page)
    await setPassword(page, 'a whole new password')
    expect(page.url()).not.toContain(token)
    await expectAccessibleInBothThemes(page, 'the page after it')
    // Where the keyboard already is.
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(asked.map((url) => url.split('#')[0]).filter((url) => url!.includes(token))).toEqual([])
    expect(hindcast.server.output()).not.toContain(token)
    await other.page.goto('/people')
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await other.context.close()
    await signIn(page, OWNER.password)
    await page.getByText('Incorrect email or password.').waitFor()
    await signIn(page, 'a whole new password')
    await isIn(page)
    await page.goto('/people/audit')
    await page.getByText('passwordReset').waitFor()
  })

  it('[UI227] is not set with a link that was used, and the page says so in both languages', async () => {
    await page.goto(link)
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
    await expectAccessibleInBothThemes(page, 'a link that was used')
    await fitsPhone(page)
    await page.goto(link.replace('/reset-password', '/de/reset-password'))
    await page.getByRole('heading', { name: 'Dieser Link ist abgelaufen' }).waitFor()
    await page.getByRole('link', { name: 'Neuen Link anfordern' }).click()
    await page.getByRole('heading', { name: 'Passwort vergessen?' }).waitFor()
    expect(faults).toEqual([])
  })
})

describe('a forgotten password, without a mail server', () => {
  let hindcast: Installation
  let page: Page
  let context: BrowserContext

  beforeAll(async () => {
    hindcast = await install()
    ;({ page, context } = await pageAt(hindcast.origin))
  })
  afterAll(async () => {
    await context?.close()
    expect(await hindcast?.close()).toBe(0)
  })

  it('[UI228] names the command, whose link sets a new one while the server runs', async () => {
    const faults = watchFaults(page)
    await page.goto('/forgot-password')
    await page.getByText('Email isn’t set up on this server.').waitFor()
    const command = await page.locator('code').innerText()
    expect(command).toBe('npx hindcast account reset-password --email you@example.com')
    await expectAccessibleInBothThemes(page, 'the command')
    await fitsPhone(page)
    const args = command.replace('you@example.com', OWNER.email).split(' ').slice(2)
    const { code, stdout, stderr } = await run(
      process.execPath,
      [HINDCAST, ...args, '--data', hindcast.dataDir],
      { cwd: ROOT, env: process.env },
    )
    expect([code, stderr]).toEqual([0, ''])
    const link = /http\S+/.exec(stdout)![0]
    expect(link.split('#')[0]).toBe(`${hindcast.origin}/reset-password`)
    await page.goto(link)
    await setPassword(page, 'from the machine itself')
    await signIn(page, 'from the machine itself')
    await isIn(page)
    expect(faults).toEqual([])
  })

  it('[UI229] a public link of an issue expires after 30 days by default', async () => {
    const { eventId } = await sendEvent(hindcast.dsn, { message: 'Out of stock' })
    const { issueId } = await hindcast.api.awaitEvent(eventId)
    await page.goto(`/issues/${issueId}`)
    await page.getByRole('button', { name: 'Share with a public link…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share this issue' })
    expect(await dialog.getByLabel('30 days').isChecked()).toBe(true)
    await dialog.getByLabel('never').check()
    await expectAccessibleInBothThemes(page, 'the choice of an end')
    await fitsPhone(page)
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByRole('list', { name: 'Active links' }).getByText('Never expires').waitFor()
  })

  it('[UI230] the public links of a project are listed below its settings, and revoked there', async () => {
    await page.goto(`/projects/${hindcast.init.project}/settings`)
    await page.getByRole('link', { name: 'Public links' }).click()
    const links = page.getByRole('list', { name: 'Public links' })
    await links.getByText('Out of stock').waitFor()
    await links.getByText('Never opened').waitFor()
    await links.getByText('Never expires').waitFor()
    await expectAccessibleInBothThemes(page, 'the public links')
    await fitsPhone(page)
    await page.getByRole('button', { name: /Revoke the link to/ }).click()
    await page.getByRole('button', { name: 'Revoke now' }).click()
    await page.getByText('No public links').waitFor()
    await page.goto(`/de/projects/${hindcast.init.project}/links`)
    await page.getByText('Keine öffentlichen Links').waitFor()
  })
})
