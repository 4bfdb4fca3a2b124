import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startReceiver } from '../packages/server/src/product/alerts/channels/testing/receiver.ts'
import { openApp, type App } from './harness/app.ts'
import { expectAccessibleInBothThemes } from './harness/axe.ts'
import { launchBrowser } from './harness/browser.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { sendFault } from './harness/stream.ts'

let hindcast: Installation
let browser: Browser
let app: App
let page: Page
let receiver: Awaited<ReturnType<typeof startReceiver>>

beforeAll(async () => {
  receiver = await startReceiver((response, { url = '' }) =>
    url.includes('broken') ? response.writeHead(404).end('no such hook') : response.end('thank you'),
  )
  ;[hindcast, browser] = await Promise.all([
    install({ env: { HINDCAST_OUTBOUND_ALLOW: receiver.host } }),
    launchBrowser(),
  ])
  await sendFault(hindcast.dsn, 'FaultAlpha')
  await eventually('the issue', async () => (await hindcast.api.allIssues()).length === 1 || undefined)
  app = await openApp(browser, hindcast.origin)
  page = app.page
})
afterAll(async () => {
  expect(app?.faults).toEqual([])
  await browser?.close()
  expect(await hindcast?.close()).toBe(0)
  await receiver?.close()
})

async function addChannel(name: string, url: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Webhook URL').fill(url)
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Channels' }).getByText(name, { exact: true }).waitFor()
}

/** With arrows: letters choose an option only if they follow each other quickly, and a busy machine may be slow. */
async function chooseByKeyboard(select: Locator, option: string): Promise<void> {
  await select.focus()
  const chosen = select.locator('option:checked')
  for (let step = 0; step < 10; step++) {
    if ((await chosen.textContent())?.includes(option) === true) return
    await select.press('ArrowDown')
  }
  throw new Error(`no option says “${option}”`)
}

describe('alerts on the screen', () => {
  it('[UI183] a channel is added and tested where it stands, and its answer is shown', async () => {
    await app.open('/alerts/channels')
    await page.getByText('No channels yet.').waitFor()
    await addChannel('#errors', receiver.url)
    await page.getByRole('button', { name: 'Send test to #errors' }).click()
    await page.getByText('thank you').waitFor()
    await addChannel('Broken', `${receiver.url}-broken`)
    await page.getByRole('button', { name: 'Send test to Broken' }).click()
    await page.getByText('no such hook').waitFor()
    await page.getByRole('button', { name: 'Log of Broken' }).click()
    await page.getByRole('list', { name: 'Notifications sent' }).getByText('Gave up').waitFor()
    expect(await page.locator('main').innerText()).not.toContain('secretpart')
    await expectAccessibleInBothThemes(page, 'channels with answers and a log')
  })

  it('[UI182] is written as a sentence by keyboard, and shows what it would have sent', async () => {
    await app.open('/tokens')
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.getByRole('heading', { name: 'No alerts yet' }).waitFor()
    await page.getByRole('link', { name: 'New alert' }).first().focus()
    await page.keyboard.press('Enter')
    await page.getByText('It would have fired 1 time').waitFor()
    await chooseByKeyboard(page.getByLabel('Trigger'), 'an issue is seen')
    await page.getByText('It would not have fired.').waitFor()
    const howMany = page.getByLabel('Number', { exact: true })
    await howMany.fill('')
    await page.getByText('Fill in every number').waitFor()
    await howMany.fill('1')
    await page.getByLabel('Unit').selectOption('events')
    await page.getByText('It would have fired 1 time').waitFor()
    await page.getByRole('combobox', { name: 'Who to notify' }).selectOption({ label: '#errors' })
    await expectAccessibleInBothThemes(page, 'the editor of an alert')
    await page.getByRole('button', { name: 'Create alert' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Notifications sent' }).waitFor()

    await app.open('/alerts')
    const row = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem')
    await row.getByText('an issue is seen 1 time within 1 hour').waitFor()
    await row.getByLabel('Mute the alert for').selectOption({ label: '8 hours' })
    await row.getByText('Muted until').waitFor()
    await page.keyboard.press('Control+z')
    await row.getByText('On', { exact: true }).waitFor()
    await row.getByRole('switch').press('Space')
    await row.getByText('Off', { exact: true }).waitFor()
    await expectAccessibleInBothThemes(page, 'the list of alerts')
  })

  it('[UI216] shows a removed recipient, and does not report a rejected change as done', async () => {
    const body = (over: object) => ({ data: over, headers: { origin: hindcast.origin } })
    const target = { kind: 'slack', url: receiver.url }
    const api = `${hindcast.origin}/api/v1`
    const made = await page.request.post(`${api}/channels`, body({ name: 'Doomed', target }))
    const { channel } = (await made.json()) as { channel: { id: string } }
    const scope = { projectIds: [], query: '', environments: [], levels: [] }
    const tell = [{ kind: 'channel', id: channel.id }]
    const rule = { when: { kind: 'regressed' }, for: scope, tell, every: 30 }
    const { id } = (await (await page.request.post(`${api}/alerts`, body(rule))).json()) as { id: string }
    await app.open(`/alerts/${id}`)
    await page.getByRole('button', { name: /Doomed/ }).waitFor()
    await page.request.delete(`${api}/channels/${channel.id}`, body({}))
    await page.reload()
    await page.getByText('a removed member').waitFor()

    await page.request.delete(`${api}/alerts/${id}`, body({}))
    await page.getByRole('switch').press('Space')
    await page.getByText('Couldn’t change the alert.').waitFor()
    expect(await page.getByText('Alert turned off.').count()).toBe(0)
  })

  it('[UI184] an issue is shared publicly and the link revoked', async () => {
    const [issue] = await hindcast.api.allIssues()
    await app.open(`/issues/${issue!.id}`)
    await page.getByRole('button', { name: 'Share with a public link…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share this issue' })
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const url = await dialog.getByText('/share/').innerText()
    const stranger = await browser.newContext()
    try {
      const visit = await stranger.newPage()
      const answer = await visit.goto(url)
      expect(answer!.headers()['x-robots-tag']).toContain('noindex')
      expect(answer!.headers()['referrer-policy']).toBe('no-referrer')
      await visit.getByRole('heading', { level: 1, name: /FaultAlpha/ }).waitFor()
      await visit.getByRole('heading', { name: 'Stack trace' }).waitFor()
      await expectAccessibleInBothThemes(visit, 'a shared issue')
      await dialog.getByRole('button', { name: 'Revoke' }).click()
      await eventually(
        'the end of the link',
        async () => (await dialog.getByRole('button', { name: 'Revoke' }).count()) === 0 || undefined,
      )
      await visit.reload()
      await visit.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
    } finally {
      await stranger.close()
    }
  })
})
