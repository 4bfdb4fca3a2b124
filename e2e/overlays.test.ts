import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DESK, openApp, PHONE, sendEvent, type App } from './harness/app.ts'
import { expectAccessibleInBothThemes } from './harness/axe.ts'
import { eventually } from './harness/eventually.ts'
import type { Installation } from './harness/installation.ts'
import { onStage } from './harness/stage.ts'
import { cursorOf, rowsOf, sendFault } from './harness/stream.ts'

const DIGEST = '1170966708'
const SENTENCE = `Application error: a server-side exception has occurred while loading shop.example (see the server logs for more information).\nDigest: ${DIGEST}`

let hindcast: Installation
let app: App
let page: Page
let faultId: string

onStage(async ({ browser, ...stage }) => {
  hindcast = stage.hindcast
  await sendFault(hindcast.dsn, 'FaultB')
  faultId = (await sendFault(hindcast.dsn, 'FaultA')).eventId
  await sendEvent(hindcast.dsn, {
    exception: { values: [{ type: 'RenderError', value: 'the page did not render' }] },
    tags: { digest: DIGEST },
    environment: 'production',
  })
  await hindcast.api.awaitIssues(3)
  app = await openApp(browser, hindcast.origin, { reducedMotion: 'reduce' })
  page = app.page
  return app
})

const palette = () => page.getByRole('dialog', { name: 'Commands and search' })
const help = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const notices = () => page.getByRole('region', { name: 'Notices' })
const openStream = () => app.open('/projects/web-shop/issues')
const hasFocus = (id: string) => page.evaluate((wanted) => document.activeElement?.id === wanted, id)

async function openPalette(text = ''): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await palette().waitFor()
  await page.keyboard.insertText(text)
}

describe('the palette', () => {
  it('[UI108] opens what a pasted event id stands for', async () => {
    await openStream()
    await openPalette(faultId)
    await palette()
      .getByRole('option', { name: /^FaultA: the drawer is stuck/ })
      .waitFor()
    await expectAccessibleInBothThemes(page, 'the palette with a result')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /^FaultA/ }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/issues/\\d+/events/${faultId}$`))
    expect(await palette().count()).toBe(0)
  })

  it('[UI108] opens what the sentence of an error screen stands for, pasted as a whole', async () => {
    await openPalette(SENTENCE)
    await palette()
      .getByRole('option', { name: /Event with this digest/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /^RenderError/ }).waitFor()
  })

  it('[UI109] runs a command by its words, gives the focus back, and offers it first the next time', async () => {
    await openStream()
    await page.keyboard.press('j')
    expect(await hasFocus('issue-list')).toBe(true)
    await openPalette()
    await expectAccessibleInBothThemes(page, 'the palette')
    await page.keyboard.press('Escape')
    await palette().waitFor({ state: 'detached' })
    expect(await hasFocus('issue-list')).toBe(true)

    await openPalette('assign to me')
    await page.keyboard.press('Enter')
    await notices()
      .getByText(/assigned to/)
      .waitFor()
    expect((await rowsOf(page)).find(({ cursor }) => cursor)?.assignee).not.toBe('Nobody')
    await openPalette()
    const first = palette().getByRole('option').first()
    expect(await first.innerText()).toContain('Assign to me')
    await page.keyboard.press('Escape')
  })
})

describe('the help sheet', () => {
  it('[UI110] lists what the keyboard does here, finds it by words, and gives the focus back', async () => {
    await openStream()
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+?')
    await help().getByText('Peek at issue').waitFor()
    await help().getByText('Extend selection down').waitFor()
    await expectAccessibleInBothThemes(page, 'the help sheet')
    // There is nothing to take back on a page that was just loaded.
    expect(await help().getByText('Undo last change').count()).toBe(0)
    await page.keyboard.insertText('assign')
    await help().getByText('Assign to me').waitFor()
    expect(await help().getByText('Peek at issue').count()).toBe(0)
    // One layer after the other: first what was typed, then the sheet.
    await page.keyboard.press('Escape')
    await help().getByText('Peek at issue').waitFor()
    await page.keyboard.press('Escape')
    await help().waitFor({ state: 'detached' })
    expect(await hasFocus('issue-list')).toBe(true)

    await app.open('/tokens')
    await page.keyboard.press('Shift+?')
    await help().getByText('Go to issues').waitFor()
    expect(await help().getByText('Peek at issue').count()).toBe(0)
    await page.keyboard.press('Escape')
  })
})

describe('what opens over or beside the list', () => {
  it('[UI28] has no axe violations: the peek', async () => {
    await openStream()
    await page.keyboard.press('Space')
    await page.getByRole('complementary', { name: 'Peek' }).getByText('Latest stack trace').waitFor()
    await app.settled()
    await expectAccessibleInBothThemes(page, 'the peek')
    await page.keyboard.press('Escape')
  })

  it('[UI28] has no axe violations: the assignee picker', async () => {
    await openStream()
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    const picker = page.getByRole('dialog', { name: /^Assign .* to…$/ })
    await picker.getByRole('option', { name: 'Nobody' }).waitFor()
    await expectAccessibleInBothThemes(page, 'the assign picker')
    await page.keyboard.press('Escape')
    await picker.waitFor({ state: 'detached' })
    expect(await hasFocus('issue-list')).toBe(true)
  })

  it('[UI28] has no axe violations: a notice with undo by keyboard', async () => {
    await openStream()
    const name = await cursorOf(page)
    await page.keyboard.press('h')
    const undo = notices().getByRole('button', { name: /^Undo/ })
    await undo.waitFor()
    await expectAccessibleInBothThemes(page, 'a notice')
    await undo.focus()
    await page.keyboard.press('Enter')
    await eventually(
      'the row again',
      async () => (await rowsOf(page)).some(({ type }) => type === name) || undefined,
    )
    expect(await undo.count()).toBe(0)
  })

  it('[UI28] has no axe violations: the filters at phone width', async () => {
    await page.setViewportSize(PHONE)
    await openStream()
    await page.getByRole('button', { name: 'Filters' }).click()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await drawer
      .getByRole('button', { name: /production/ })
      .first()
      .waitFor()
    await expectAccessibleInBothThemes(page, 'the filters')
    await drawer.getByRole('button', { name: /^production/ }).click()
    await drawer.getByRole('button', { name: 'Show issues' }).click()
    await eventually('the filtered rows', async () => (await rowsOf(page)).length === 1 || undefined)
    expect(new URL(page.url()).searchParams.get('q')).toContain('production')
    await page.setViewportSize(DESK)
  })
})

describe('secrets that are shown once', () => {
  it('[UI28] has no axe violations: the secret of a new token', async () => {
    await app.open('/tokens')
    await page.getByLabel('Name').fill('CI')
    await page.getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Create token' }).click()
    const secret = page.getByRole('region', { name: 'The new token' })
    await secret.waitFor()
    await expectAccessibleInBothThemes(page, 'the secret of a token')
    await secret.getByRole('button', { name: 'I’ve saved it' }).click()
    expect(await secret.count()).toBe(0)
  })

  it('[UI28] has no axe violations: a disabled key, and an expanded rejected request', async () => {
    await app.open('/projects/web-shop/keys')
    const accept = page.getByRole('switch', { name: 'Accept events with this key' })
    await accept.uncheck()
    await notices()
      .getByText(/disabled\.$/)
      .waitFor()
    await expectAccessibleInBothThemes(page, 'a key that was switched off')
    const refused = await fetch(
      `${hindcast.origin}/api/${hindcast.projectId}/store/?sentry_key=${hindcast.publicKey}`,
      {
        method: 'POST',
        body: '{"message":"too late"}',
      },
    )
    expect(refused.ok).toBe(false)
    await page.keyboard.press('ControlOrMeta+z')
    await eventually('the key again', async () => (await accept.isChecked()) || undefined)
    await app.open('/projects/web-shop/connect')
    const line = page.getByRole('list', { name: 'Requests, newest first' }).getByRole('listitem').first()
    await line.getByText(/^Fix:/).waitFor()
    await expectAccessibleInBothThemes(page, 'a refused request')
  })
})
