import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESK, PHONE, sendEvent, watchFaults } from './harness/app.ts'
import { expectAccessibleInBothThemes } from './harness/axe.ts'
import { launchBrowser } from './harness/browser.ts'
import { startServer, type Server } from './harness/server.ts'

const ADA = { email: 'ada@example.com', password: 'a few words here' }

/** One person's first minutes, in order: each step begins where the last one ended. */
describe('the first minutes', () => {
  let data: string
  let server: Server
  let browser: Browser
  let page: Page
  let faults: readonly string[]
  const wire = () => page.getByRole('list', { name: 'Requests, newest first' }).getByRole('listitem')

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'hindcast-first-'))
    server = await startServer({ dataDir: data })
    browser = await launchBrowser()
    page = await browser.newPage({ viewport: DESK, locale: 'en-GB', baseURL: server.origin })
    faults = watchFaults(page)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await rm(data, { recursive: true, force: true })
  })

  /** Forms for signed-out users, in both themes and at phone width. */
  async function expectSound(what: string): Promise<void> {
    await expectAccessibleInBothThemes(page, what)
    await page.setViewportSize(PHONE)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      what,
    ).toBeLessThanOrEqual(0)
    await page.setViewportSize(DESK)
  }

  it('[UI6] the printed link makes the owner and the first project, and stays in no history', async () => {
    const link = /http\S+\/setup#token=\S+/.exec(server.output())?.[0]
    await page.goto(link!)
    await page.getByLabel('Name', { exact: true }).fill('Ada')
    await page.getByLabel('Email').fill(ADA.email)
    await page.getByLabel('Password').fill('short')
    await page.getByLabel('Project name').fill('web-shop')
    await page.getByLabel('React').check()
    await page.keyboard.press('Enter')
    await page.getByText(/^Use at least \d+ characters\.$/).waitFor()
    await expectSound('the set-up form with a fault')
    await page.getByLabel('Password').fill(ADA.password)
    await page.keyboard.press('Enter')
    await page.getByText('Waiting for the first request…').waitFor()
    expect(new URL(page.url()).pathname).toBe('/projects/web-shop/connect')
    const visited = await page.evaluate(() =>
      // Not yet in the types of the language.
      (window as unknown as { navigation: { entries(): { url: string }[] } }).navigation
        .entries()
        .map(({ url }) => url),
    )
    expect(visited.filter((url) => url.includes('token'))).toEqual([])
    await page.getByText('Waiting for the first event', { exact: true }).waitFor()
  })

  it('[UI100] shows a refused request as it happens, with its cause and its fix', async () => {
    await page.getByText('Live', { exact: true }).waitFor()
    const answer = await fetch(`${server.origin}/api/1/store/?sentry_key=${'deadbeef'.repeat(4)}`, {
      method: 'POST',
      body: JSON.stringify({ message: 'With the key of another house' }),
    })
    expect(answer.ok).toBe(false)
    await wire().filter({ hasText: 'Fix: Copy the DSN from the project’s keys again' }).waitFor()
    const line = await wire().first().innerText()
    expect(line).toMatch(/Rejected/)
    expect(line).toContain(String(answer.status))
    expect(line).toMatch(/Unknown key deadbe\w*…/)
    expect(line).toContain('The key does not exist, is disabled, or belongs to another project.')
    expect(await wire().count()).toBe(1)
  })

  it('[UI3] follows a test error until it is visible, and its cause is one click away', async () => {
    await page.getByRole('button', { name: 'Send test error' }).click()
    const way = page.getByRole('link', { name: 'Visible: open the issue' })
    await way.waitFor()
    await wire()
      .filter({ hasText: /Accepted\s*200/ })
      .first()
      .waitFor()
    await page.getByText('The connection works, but your app hasn’t sent anything yet').waitFor()
    await way.click()
    await page.getByRole('heading', { level: 1, name: /This is a test error/ }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/issues\/\d+$/)
    await page.locator('#why').getByText('Same type').waitFor()
    expect(await page.locator('#stack').innerText()).toContain('TestError')
    await page.reload()
    await page.locator('#why').getByText('Same type').waitFor()
  })

  it('[UI4] shows a DSN that works, and says that the app is connected', async () => {
    await page.goBack()
    const dsn = await page
      .getByText(/^http:\/\/[0-9a-f]{32}@/)
      .first()
      .innerText()
    await sendEvent(dsn, { message: 'Said from outside', release: 'shop@1.4.2' })
    await page.getByText('Connected', { exact: true }).waitFor()
    const proofs = page.getByRole('listitem').filter({ hasText: 'Events have a release' })
    await proofs.filter({ hasText: 'shop@1.4.2' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.getByRole('row').filter({ hasText: 'Said from outside' }).waitFor()
  })

  it('[AC1] signs out, reports a wrong password, and signs in to the requested page', async () => {
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL('**/sign-in')
    await page.goto('/projects/web-shop/intake?last=24h')
    await page.getByText('You’ll be redirected to the page you requested.').waitFor()
    await page.getByLabel('Email').fill(ADA.email)
    await page.getByLabel('Password').fill('not these words')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').filter({ hasText: 'Incorrect email or password.' }).waitFor()
    await expectSound('the sign-in form with a failure')
    await page.getByLabel('Password').fill(ADA.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Intake' }).waitFor()
    const { pathname, search } = new URL(page.url())
    expect(pathname + search).toBe('/projects/web-shop/intake?last=24h')
  })

  it('[UI20] is German under /de for signed-out users, and keeps the requested page', async () => {
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL('**/sign-in')
    await page.goto('/de/projects/web-shop/intake?last=24h')
    await page.getByRole('textbox').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/de/sign-in')
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await page.locator('input[name=email]').fill(ADA.email)
    await page.locator('input[name=password]').fill(ADA.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/de/projects/web-shop/intake?last=24h')
    await page.goto('/de/sign-in?next=%2Ftokens')
    await page.waitForURL('**/de/tokens')
    await page.goto('/de/setup')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/de/setup')
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await expectSound('the set-up link that was used')
  })

  it('[UI200] signs out into the language that was read, whatever the browser prefers', async () => {
    await page.goto('/de/tokens')
    await page.getByRole('button', { name: 'Abmelden' }).click()
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/de/sign-in')
  })

  it('[AP6] ran without a script error or a blocked resource', () => {
    expect(faults).toEqual([])
  })
})
