import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openApp, type App } from './harness/app.ts'
import { expectAccessibleInBothThemes } from './harness/axe.ts'
import { eventually } from './harness/eventually.ts'
import type { Installation } from './harness/installation.ts'
import { onStage } from './harness/stage.ts'
import { cursorOf, rowsOf, sendFault, typesOf } from './harness/stream.ts'

const named = (letters: string): string[] => Array.from(letters, (letter) => `Fault${letter}`)
/** The one seen last first, as the stream has them. */
const FAULTS = named('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const SECONDS = 60
const TALL = { width: 1280, height: 2200 }

let hindcast: Installation
let app: App
let page: Page

onStage(async ({ browser, ...stage }) => {
  hindcast = stage.hindcast
  for (const name of FAULTS.toReversed()) await sendFault(hindcast.dsn, name)
  await hindcast.api.awaitIssues(26)
  app = await openApp(browser, hindcast.origin)
  page = app.page
  return app
})

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

async function expectCursor(name: string): Promise<void> {
  await eventually(`the cursor on ${name}`, async () => (await cursorOf(page)) === name || undefined)
}

async function expectRows(names: readonly string[], what: string): Promise<void> {
  let shown: readonly string[] = []
  await eventually(what, async () => {
    shown = await typesOf(page)
    return shown.join() === names.join() || undefined
  }).catch(() => expect(shown, what).toEqual(names))
}

const said = (words: RegExp) => page.getByRole('region', { name: 'Notices' }).getByText(words)

/** The stream of this query, loaded as a whole. */
async function openStream(query: string): Promise<void> {
  await app.open(`/projects/${hindcast.init.project}/issues?q=${encodeURIComponent(query)}`)
}

describe('triage without a pointer', () => {
  it('[UI101] triages twenty issues in less than a minute', async () => {
    await app.open('/tokens')
    const begun = performance.now()
    await press('g', 'i')
    await expectCursor('FaultA')

    await press('Space')
    const peek = page.getByRole('complementary', { name: 'Peek' })
    await peek.getByRole('heading', { name: 'FaultA' }).waitFor()
    await press('j')
    await peek.getByRole('heading', { name: 'FaultB' }).waitFor()
    await peek.getByText('openFaultB', { exact: true }).waitFor()
    await press('k', 'Escape')
    await peek.waitFor({ state: 'detached' })

    await expectCursor('FaultA')
    await press('e')
    await expectCursor('FaultB')
    await press('e')
    await expectCursor('FaultC')
    await press('h')
    await expectCursor('FaultD')
    await press('i', 'j', 'x', 'Shift+J', 'Shift+J', 'Shift+J', 'Shift+J')
    await page.getByText('5 selected').waitFor()
    await press('e')
    await said(/5 issues resolved/).waitFor()
    await expectCursor('FaultJ')
    await press('x', 'j', 'j', 'x', 'h')
    await said(/2 issues ignored/).waitFor()
    await expectCursor('FaultM')

    await press('k')
    await expectCursor('FaultK')
    await press('Enter')
    await page.getByRole('heading', { level: 1, name: 'FaultK: the drawer is stuck' }).waitFor()
    await press('e')
    await said(/resolved/)
      .last()
      .waitFor()
    await press('u')
    await expectCursor('FaultM')

    await press('a')
    await page.getByRole('combobox', { name: /^Assign .* to…$/ }).waitFor()
    await press('Enter')
    await said(/ assigned to owner/).waitFor()
    await press('j')
    await expectCursor('FaultN')
    await press('h')
    await expectCursor('FaultO')
    await press('ControlOrMeta+z')
    await eventually('FaultN again', async () => (await typesOf(page)).includes('FaultN') || undefined)
    await press('k', 'h')
    await expectCursor('FaultO')
    await press('x', 'Shift+J', 'Shift+J', 'Shift+J', 'Shift+J', 'Shift+J', 'i')
    await said(/6 issues assigned to/).waitFor()
    await press('Escape')

    expect((performance.now() - begun) / 1000).toBeLessThan(SECONDS)
  })

  const left = named('DMOPQRSTUVWXYZ')
  const mine = named('DMOPQRST')

  it('[UI101] shows the same on the screen and after loading it again', async () => {
    await page.setViewportSize(TALL)
    await expectRows(left, 'what is left')
    const rows = await rowsOf(page)
    expect(rows.filter(({ assignee }) => assignee !== 'Nobody').map(({ type }) => type)).toEqual(mine)
    expect(rows.some(({ selected }) => selected)).toBe(false)
    await page.getByText('14 issues').waitFor()
    await app.settled()
    for (const [query, names] of [
      ['is:unresolved', left],
      ['is:unresolved assigned:me', mine],
      ['is:resolved', named('ABEFGHIK')],
      ['is:ignored', named('CJLN')],
    ] as const) {
      await openStream(query)
      await expectRows(names, query)
    }
  })

  it('[UI102] undoes a change of many, on the screen and on the server', async () => {
    await openStream('is:unresolved')
    await expectRows(left, 'what is left')
    await press('ControlOrMeta+a', 'e')
    await page.getByText('You’re all caught up').waitFor()
    await press('ControlOrMeta+z')
    await expectRows(left, 'what was taken back')
    await app.settled()
    await page.reload()
    await expectRows(left, 'what was taken back, from the server')
    const rows = await rowsOf(page)
    expect(rows.filter(({ assignee }) => assignee !== 'Nobody').map(({ type }) => type)).toEqual(mine)
  })

  it('[UI217] keeps later changes by others on undo, and says so', async () => {
    const decide = async (status: string) => {
      const { id } = (await hindcast.api.allIssues()).find(({ type }) => type === 'FaultM')!
      const headers = { authorization: `Bearer ${hindcast.init.token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ status })
      const answer = await fetch(`${hindcast.origin}/api/v1/issues/${id}`, { method: 'PATCH', headers, body })
      expect(answer.status).toBe(200)
    }
    await press('ControlOrMeta+a', 'e')
    await page.getByText('You’re all caught up').waitFor()
    await app.settled()
    await decide('ignored')
    await press('ControlOrMeta+z')
    await said(/Undone for 13 issues. 1 issue was changed by someone else and left as is./).waitFor()
    await expectRows(
      left.filter((name) => name !== 'FaultM'),
      'what was still as it was left',
    )
    await decide('unresolved')
    await page.reload()
    await expectRows(left, 'what is left')
  })

  it('[UI103] moves no row under the cursor: new issues wait behind a number until they are asked for', async () => {
    await press('j', 'j', 'j')
    await expectCursor('FaultP')
    const before = await rowsOf(page)
    await sendFault(hindcast.dsn, 'FaultZ')
    for (const name of ['FreshOne', 'FreshTwo']) await sendFault(hindcast.dsn, name)
    const pill = page.getByRole('button', { name: '2 new' })
    await pill.waitFor()
    await eventually(
      'the second event of FaultZ',
      async () =>
        / 2 /.test((await rowsOf(page)).find(({ type }) => type === 'FaultZ')?.words ?? '') || undefined,
    )
    const places = (rows: typeof before) => rows.map(({ type, top, cursor }) => ({ type, top, cursor }))
    expect(places(await rowsOf(page))).toEqual(places(before))

    const refused = /\/issues\?/
    await page.route(refused, (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', message: 'no' } }),
    )
    await press('.')
    await said(/^Couldn’t load the new issues$/).waitFor()
    expect(places(await rowsOf(page))).toEqual(places(before))
    await page.unroute(refused)

    await press('.')
    await pill.waitFor({ state: 'detached' })
    await eventually('the new rows', async () => (await typesOf(page)).includes('FreshTwo') || undefined)
    const after = await typesOf(page)
    expect(after.slice(0, 3).toSorted()).toEqual(['FaultZ', 'FreshOne', 'FreshTwo'])
    expect(after.slice(3)).toEqual(left.slice(0, -1))
  })

  it('[UI28] has no axe violations afterwards', async () => {
    await press('x', 'j', 'x')
    await page.getByText('2 selected').waitFor()
    await expectAccessibleInBothThemes(page, 'triage')
  })
})
