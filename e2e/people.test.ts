import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeFor } from '../packages/server/src/accounts/testing/totp.ts'
import { DESK, openApp, PHONE, sendEvent, watchFaults, type App } from './harness/app.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './harness/axe.ts'
import { launchBrowser } from './harness/browser.ts'
import { install, type Installation } from './harness/installation.ts'

const VERA = { email: 'vera@example.com', password: 'a few words here' }

/** Two people and one organization, in order: each step begins where the last one ended. */
describe('people', () => {
  let hindcast: Installation
  let browser: Browser
  let owner: App
  let vera: Page
  let contexts: BrowserContext[]
  let faults: readonly string[]
  let secret: string
  let recoveryCodes: readonly string[]

  beforeAll(async () => {
    ;[hindcast, browser] = await Promise.all([install(), launchBrowser()])
    contexts = []
    owner = await openApp(browser, hindcast.origin)
    vera = await pageAt(hindcast.origin)
    faults = watchFaults(vera)
  })
  afterAll(async () => {
    for (const context of contexts ?? []) await context.close()
    await owner?.close()
    await browser?.close()
    expect(await hindcast?.close()).toBe(0)
  })

  async function pageAt(origin: string): Promise<Page> {
    const context = await browser.newContext({ viewport: DESK, locale: 'en-GB', baseURL: origin })
    contexts.push(context)
    return context.newPage()
  }

  /** A code works once, so each is another one: of this half minute, of the next, or of one that has yet to come. */
  const shown = new Set<number>()
  async function freshCode(): Promise<string> {
    for (;;) {
      const current = Math.floor(Date.now() / 30_000)
      const step = [current, current + 1].find((candidate) => !shown.has(candidate))
      if (step === undefined) {
        await sleep(1000)
        continue
      }
      shown.add(step)
      return codeFor(`otpauth://totp/x?secret=${secret}`, step * 30_000)
    }
  }

  async function signIn(page: Page, password = VERA.password): Promise<void> {
    await page.goto('/sign-in')
    await page.getByLabel('Email').fill(VERA.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  async function invite(role: string): Promise<string> {
    await owner.open('/people')
    await owner.page.getByRole('button', { name: 'Invite people' }).click()
    const dialog = owner.page.getByRole('dialog', { name: 'Invite people' })
    await dialog.getByLabel(role).check()
    await expectAccessible(owner.page, 'the invitation')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = await dialog.locator('code').innerText()
    await dialog.getByRole('button', { name: 'Done' }).click()
    return link
  }

  async function join(page: Page, name: string, { email, password }: typeof VERA): Promise<void> {
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create account and join' }).click()
    await isIn(page)
  }

  async function signOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  }

  const isIn = (page: Page) => page.getByRole('button', { name: 'Sign out', exact: true }).waitFor()

  const send = (page: Page, method: 'PATCH' | 'POST' | 'DELETE', path: string, data?: object) =>
    page.request
      .fetch(path, { method, data, headers: { origin: new URL(page.url()).origin } })
      .then((answer) => answer.status())

  it('[UI140] an owner invites by a link that is shown once, and finds it among the open ones', async () => {
    const link = await invite('Viewer')
    expect(link).toMatch(/\/join#\w{40}$/)
    await owner.page.getByText('Pending invitations').waitFor()
    expect(await owner.page.content()).not.toContain(link.split('#')[1])
    await vera.goto(link)
  })

  it('[UI140] the invitee creates an account, in English or German, on desktop or phone', async () => {
    await vera.getByRole('heading', { name: 'Join Main' }).waitFor()
    await expectAccessibleInBothThemes(vera, 'the invitation that was opened')
    await vera.setViewportSize(PHONE)
    expect(await vera.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    await vera.setViewportSize(DESK)
    const used = vera.url()
    await join(vera, 'Vera', VERA)
    expect(vera.url()).not.toContain('#')
    const late = await pageAt(hindcast.origin)
    await late.goto(used.replace('/join', '/de/join'))
    await late.getByRole('heading', { name: 'Diese Einladung ist abgelaufen' }).waitFor()
  })

  it('[UI141] a viewer is offered nothing that their role does not allow, and the server refuses it too', async () => {
    await vera.goto('/people')
    await vera.getByRole('list', { name: 'Members' }).getByText(VERA.email).waitFor()
    expect(await vera.getByRole('button', { name: 'Invite people' }).count()).toBe(0)
    expect(await vera.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
    expect(await vera.getByRole('button', { name: /Remove/ }).count()).toBe(0)
    expect(await vera.getByRole('combobox', { name: /Role of/ }).count()).toBe(0)
    await vera.goto('/people/teams')
    await vera.getByText('No teams yet').waitFor()
    expect(await vera.getByRole('button', { name: 'New team' }).count()).toBe(0)
    await vera.goto('/projects/new')
    await vera.getByText('Only owners and admins can create projects.').waitFor()
    expect(await vera.getByRole('button', { name: 'Create project' }).count()).toBe(0)
    await vera.goto('/projects/web-shop/rules')
    await vera.getByText('Only owners and admins can change these rules.').waitFor()
    expect(await vera.getByRole('textbox', { name: 'Rules' }).getAttribute('readonly')).not.toBeNull()
    expect(await vera.getByRole('region', { name: /^Tested on recent events/ }).count()).toBe(0)
    const { eventId } = await sendEvent(hindcast.dsn, { message: 'Out of stock' })
    const { issueId } = await hindcast.api.awaitEvent(eventId)
    await vera.goto(`/issues/${issueId}`)
    await vera.getByRole('button', { name: 'Copy as Markdown' }).waitFor()
    for (const name of ['Resolve', 'Ignore', 'Assign', 'Merge…'])
      expect(await vera.getByRole('button', { name }).count(), name).toBe(0)
    await vera.keyboard.press('e')
    await vera.goto(`/projects/${hindcast.init.project}/settings`)
    await vera.getByText('Your role doesn’t allow you to change this.').waitFor()
    expect(await vera.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await expectAccessibleInBothThemes(vera, 'settings that one may only look at')
    expect((await hindcast.api.issue(issueId)).status).toBe('unresolved')
    for (const [method, path, data] of [
      ['PATCH', `/api/v1/projects/${hindcast.init.project}`, { name: 'Mine' }],
      ['POST', '/api/v1/projects', { name: 'Mine' }],
      ['POST', '/api/v1/invitations', { role: 'viewer' }],
      ['POST', '/api/v1/teams', { name: 'Mine' }],
      ['POST', '/api/v1/tokens', { name: 'mine', scopes: ['event:read'] }],
      ['DELETE', '/api/v1/members/somebody', undefined],
      ['PATCH', '/api/v1/issues', { changes: [{ id: '1', status: 'resolved' }] }],
    ] as const) {
      expect([path, await send(vera, method, path, data)]).toEqual([path, 403])
    }
    expect((await vera.request.get('/api/v1/audit')).status()).toBe(403)
    expect((await vera.request.get('/api/v1/projects')).status()).toBe(200)
  })

  it('[UI141] an admin is offered more with the next page, and may do it', async () => {
    await owner.open('/people')
    await owner.page.getByRole('combobox', { name: 'Role of Vera' }).selectOption('admin')
    await owner.page.getByText('Vera is now Admin').waitFor()
    await vera.goto('/people')
    await vera.getByRole('button', { name: 'Invite people' }).waitFor()
    await vera.getByRole('link', { name: 'Audit log' }).waitFor()
    expect(await vera.getByRole('button', { name: 'Remove owner' }).count()).toBe(0)
    await vera.goto('/people/teams')
    await vera.getByRole('button', { name: 'New team' }).click()
    const dialog = vera.getByRole('dialog', { name: 'New team' })
    await dialog.getByLabel('Name').fill('Front end')
    await dialog.getByLabel('Vera').check()
    await dialog.getByLabel('Web shop').check()
    await expectAccessible(vera, 'the team editor')
    await dialog.getByRole('button', { name: 'Create team' }).click()
    await vera.getByText('#front-end').waitFor()
    expect(await send(vera, 'PATCH', `/api/v1/projects/${hindcast.init.project}`, { name: 'Shop' })).toBe(200)
  })

  it('[UI145] a second step is switched on with a code that the app shows, and recovery codes are given once', async () => {
    await vera.goto('/security')
    await vera.getByRole('button', { name: 'Turn on' }).click()
    await vera.getByLabel('Your password').fill(VERA.password)
    await vera.getByRole('button', { name: 'Continue' }).click()
    await vera.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    await expectAccessibleInBothThemes(vera, 'the second step')
    secret = await vera.locator('#second-step code').innerText()
    await vera.getByLabel('Enter the code from the app').fill(await freshCode())
    await vera.getByRole('button', { name: 'Turn on' }).click()
    const codes = vera.getByRole('region', { name: 'Recovery codes' })
    await codes.waitFor()
    recoveryCodes = await codes.getByRole('listitem').allInnerTexts()
    expect(recoveryCodes).toHaveLength(10)
    await vera.getByRole('button', { name: 'I’ve saved them' }).click()
    await vera.getByRole('button', { name: 'New recovery codes' }).waitFor()
  })

  it('[UI145] signing in then asks for the code, takes no wrong one, and takes a recovery code instead', async () => {
    await signOut(vera)
    await signIn(vera)
    await vera.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
    expect((await vera.request.get('/api/v1/session')).status()).toBe(401)
    await expectAccessibleInBothThemes(vera, 'the code at sign-in')
    await vera.getByLabel('Authentication code').fill('000000')
    await vera.keyboard.press('Enter')
    await vera.getByText('This code is wrong or expired.').waitFor()
    await vera.getByLabel('Authentication code').fill(await freshCode())
    await vera.keyboard.press('Enter')
    await isIn(vera)
    await signOut(vera)
    await signIn(vera)
    await vera.getByRole('button', { name: 'Use a recovery code' }).click()
    await vera.getByLabel('Recovery code').fill(recoveryCodes[0]!)
    await vera.keyboard.press('Enter')
    await isIn(vera)
  })

  it('[UI146] a passkey signs in by itself, without password and code', async () => {
    const page = await pageAt(hindcast.origin.replace('127.0.0.1', 'localhost'))
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await signIn(page)
    await page.getByLabel('Authentication code').fill(await freshCode())
    await page.keyboard.press('Enter')
    await isIn(page)
    await page.goto('/security')
    await page.getByLabel('Passkey name').fill('Laptop')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Laptop').waitFor()
    await expectAccessibleInBothThemes(page, 'the security page with a passkey')
    await page.context().clearCookies()
    await page.goto('/sign-in')
    await page
      .getByRole('button', { name: 'Sign in with a passkey' })
      .click({ timeout: 5_000 })
      // The browser may have offered it in the e-mail field, and the page is gone then.
      .catch(() => undefined)
    await isIn(page)
    await page.goto('/security')
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Laptop').waitFor()
    await page.getByRole('list', { name: 'Where you are signed in' }).getByText('This device').waitFor()
  })

  it('[UI142] the audit log has all changes, with before and after', async () => {
    await owner.open('/people/audit')
    const lines = await owner.page
      .getByRole('list', { name: 'Changes, latest first' })
      .locator('> li')
      .allInnerTexts()
    const text = lines.map((line) => line.replaceAll(/\s+/g, ' '))
    for (const expected of [
      /Vera changed account Vera .*passkeyAdded/,
      /Vera changed account Vera .*secondStep before: false → after: true/,
      /Vera changed project Shop .*name before: Web shop → after: Shop/,
      /Vera created team Front end .*members after: Vera/,
      /owner changed member Vera .*role before: viewer → after: admin/,
      /Vera joined member Vera/,
      /owner created invitation viewer/,
    ]) {
      expect(text).toContainEqual(expect.stringMatching(expected))
    }
    await owner.page.getByRole('combobox', { name: 'What', exact: true }).selectOption('team')
    await owner.page
      .getByRole('listitem')
      .filter({ hasText: 'passkeyAdded' })
      .first()
      .waitFor({ state: 'detached' })
    expect(new URL(owner.page.url()).search).toBe('?what=team')
  })

  it('[UI204] names of any length stay on the screen of a phone', async () => {
    const { page } = owner
    const name = 'w'.repeat(64)
    const made = await page.request.post('/api/v1/teams', {
      data: { name },
      headers: { origin: hindcast.origin },
    })
    const { id } = (await made.json()) as { id: string }
    await page.setViewportSize(PHONE)
    for (const path of ['/people/teams', '/people/audit']) {
      await owner.open(path)
      const shown = page.getByText(name).first()
      await shown.waitFor()
      expect(await shown.evaluate((text) => text.getBoundingClientRect().right), path).toBeLessThan(
        PHONE.width,
      )
    }
    await page.setViewportSize(DESK)
    expect(await send(page, 'DELETE', `/api/v1/teams/${id}`)).toBe(200)
  })

  it('[UI187] a member who leaves is signed out at once; the only owner cannot leave', async () => {
    const leo = await pageAt(hindcast.origin)
    await leo.goto(await invite('Viewer'))
    await join(leo, 'Leo', { email: 'leo@example.com', password: VERA.password })
    await leo.goto('/people')
    await leo.getByRole('button', { name: 'Leave organization' }).click()
    await leo.getByText('You need an invitation to come back').waitFor()
    await expectAccessibleInBothThemes(leo, 'the question before leaving')
    await leo.getByRole('button', { name: 'Leave now' }).click()
    await leo.getByRole('heading', { name: 'Sign in' }).waitFor()
    await owner.open('/people')
    const members = owner.page.getByRole('list', { name: 'Members' })
    await members.getByText(VERA.email).waitFor()
    expect(await members.getByText('leo@example.com').count()).toBe(0)
    expect(await owner.page.getByRole('button', { name: 'Leave organization' }).count()).toBe(0)
  })

  it('[UI200] a member who leaves from a German page stays in German', async () => {
    const uwe = await pageAt(hindcast.origin)
    const account = { email: 'uwe@example.com', password: VERA.password }
    await uwe.goto(await invite('Viewer'))
    await join(uwe, 'Uwe', account)
    await uwe.goto('/de/people')
    await uwe.getByRole('button', { name: 'Organisation verlassen' }).click()
    await uwe.getByRole('button', { name: 'Jetzt verlassen' }).click()
    await uwe.waitForURL('**/de/sign-in')
    await uwe.locator('input[name=email]').fill(account.email)
    await uwe.locator('input[name=password]').fill(account.password)
    await uwe.keyboard.press('Enter')
    await uwe.getByRole('heading', { name: 'Du gehörst zu keiner Organisation' }).waitFor()
    await uwe.getByRole('button', { name: 'Abmelden' }).click()
    await uwe.waitForURL('**/de/sign-in')
  })

  it('[AC101] an account that exists joins after signing in, and the secret is never sent in an address', async () => {
    const uwe = await pageAt(hindcast.origin)
    const asked: string[] = []
    uwe.on('request', (request) => asked.push(request.url(), request.headers()['referer'] ?? ''))
    const link = await invite('Viewer')
    await uwe.goto(link)
    await uwe.getByRole('link', { name: 'Sign in', exact: true }).click()
    await uwe.getByRole('heading', { name: 'Sign in' }).waitFor()
    await uwe.reload()
    await uwe.getByLabel('Email').fill('uwe@example.com')
    await uwe.getByLabel('Password').fill(VERA.password)
    await uwe.keyboard.press('Enter')
    await uwe.getByRole('button', { name: 'Join as uwe@example.com' }).click()
    await isIn(uwe)
    const sent = asked.map((url) => url.split('#')[0]!)
    expect(sent.filter((url) => url.includes(link.split('#')[1]!))).toEqual([])
    await owner.open('/people')
    await owner.page.getByRole('button', { name: 'Remove Uwe' }).click()
    await owner.page.getByRole('button', { name: 'Remove now' }).click()
    await owner.page.getByText('Uwe removed').waitFor()
  })

  it('[UI141] a removed member is signed out everywhere with the next page', async () => {
    await owner.open('/people')
    await owner.page.getByRole('button', { name: 'Remove Vera' }).click()
    await owner.page.getByRole('button', { name: 'Remove now' }).click()
    await owner.page.getByText('Vera removed').waitFor()
    await vera.goto('/people')
    await vera.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(vera)
    await vera.getByLabel('Authentication code').fill(await freshCode())
    await vera.keyboard.press('Enter')
    await vera.getByRole('heading', { name: 'You’re not a member of an organization' }).waitFor()
    await expectAccessibleInBothThemes(vera, 'the page of somebody who belongs nowhere')
    expect(owner.faults).toEqual([])
    expect(faults).toEqual([])
  })
})
