import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openApp, sendEvent, type App, type SentEvent } from './harness/app.ts'
import { expectAccessibleAtBothWidths, expectAccessibleInBothThemes } from './harness/axe.ts'
import { eventually } from './harness/eventually.ts'
import { FIXTURES } from './harness/paths.ts'
import { sendSpans } from './harness/spans.ts'
import { onStage } from './harness/stage.ts'

/** In the recording, where Next.js logged the error before the SDK sent it. */
const DIGEST = '2542182777'
const RECORDED = join(FIXTURES, 'next/errors/0042-A-dyn-2-server-event.json')
const SCREEN = `This page couldn’t load\nA server error occurred. Reload to try again.\nReload\nERROR ${DIGEST}`

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const START = Date.now()
const minutesAgo = (minutes: number) => START - minutes * 60_000

let app: App
let page: Page
let zoe: SentEvent
let max: SentEvent
let only: SentEvent

onStage(async ({ browser, hindcast }) => {
  const { items } = JSON.parse(await readFile(RECORDED, 'utf8')) as {
    items: [{ payload: { event_id: string } }]
  }
  const { event_id: _id, ...payload } = items[0].payload
  const sent = async (minutes: number, more: object) =>
    sendEvent(hindcast.dsn, {
      ...payload,
      timestamp: minutesAgo(minutes) / 1000,
      ...more,
    })
  zoe = await sent(50, { user: { id: '17', email: 'zoe@example.com' }, request: { url: itemAt(7) } })
  max = await sent(20, { user: { id: '18', email: 'max@example.com' }, request: { url: itemAt(8) } })
  only = await sent(10, { breadcrumbs: [], tags: { digest: 'lonely-1' }, user: { id: '19' } })
  for (const { eventId } of [zoe, max, only]) await hindcast.api.awaitEvent(eventId)
  await sendSpans(hindcast.dsn, TRACE, minutesAgo(5), [
    { id: 1, start: 0, duration: 40, name: 'load the cart' },
  ])
  await eventually('the trace', async () => {
    const answer = await hindcast.api.get(`/api/v1/traces/${TRACE}`)
    return answer.ok || undefined
  })
  const created = await fetch(`${hindcast.origin}/api/v1/projects`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${hindcast.init.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Docs', platform: 'javascript-nextjs' }),
  })
  expect(created.status).toBe(201)
  app = await openApp(browser, hindcast.origin, { reducedMotion: 'reduce' })
  page = app.page
  return app
})

const itemAt = (id: number) => `https://shop.example/err/dyn/${id}`
const occurrences = () => page.getByRole('table', { name: 'Occurrences' }).getByRole('row')
/** The texts of the occurrences, without the head. */
const rows = async () => (await occurrences().allInnerTexts()).slice(1)
const heading = () => page.getByRole('heading', { level: 1, name: `Digest ${DIGEST}` })
const first = () => occurrences().nth(1)

describe('the number of an error screen that several people saw', () => {
  it('[UI300] leads from a link with the sentence to the page of the digest', async () => {
    await app.open(`/find?text=${encodeURIComponent(SCREEN)}`)
    await heading().waitFor()
    expect(new URL(page.url()).pathname).toBe(`/digest/${DIGEST}`)
    const shown = await rows()
    expect(shown).toHaveLength(2)
    expect(shown[0]).toMatch(/err\/dyn\/8/)
    expect(shown[0]).toContain('18')
    expect(shown[0]).toContain('Server')
    expect(shown[1]).toMatch(/err\/dyn\/7/)
    const issue = page.getByRole('list', { name: 'Issues' }).getByRole('link')
    expect(await issue.count()).toBe(1)
    expect(await issue.innerText()).toMatch(/cannot load item[\s\S]*WEB-SHOP-1[\s\S]*2 of these occurrences/)
    await expectAccessibleInBothThemes(page, 'the page of a digest')
    await expectAccessibleAtBothWidths(page, 'the page of a digest')
  })

  it('[UI300] is offered as one line where it is typed', async () => {
    await app.open('/find')
    await page.getByRole('searchbox').fill(SCREEN)
    const found = page.getByRole('list', { name: 'Found' }).getByRole('link')
    await found.filter({ hasText: '2 events have this digest' }).waitFor()
    expect(await found.count()).toBe(1)
    await page.keyboard.press('Enter')
    await heading().waitFor()
  })

  it('[UI300] leads from the palette to the page of the digest', async () => {
    await app.open('/find')
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Commands and search' })
    await palette.waitFor()
    await page.keyboard.insertText(SCREEN)
    await palette.getByRole('option', { name: /2 events with this digest/ }).waitFor()
    await page.keyboard.press('Enter')
    await heading().waitFor()
  })

  it.each([`Digest: ${DIGEST}`, `ERROR ${DIGEST}`, `${DIGEST}@E394`])(
    '[UI301] is read from the address as it was pasted: %s',
    async (text) => {
      await app.open(`/digest/${encodeURIComponent(text)}`)
      await heading().waitFor()
      expect(await rows()).toHaveLength(2)
    },
  )

  it('[UI302] puts the event of the person first that is known, says why, and keeps it in the address', async () => {
    await app.open(`/digest/${DIGEST}`)
    await page.getByLabel('User').fill('zoe@example.com')
    await first().getByText('Same user').waitFor()
    expect(await first().innerText()).toMatch(/err\/dyn\/7/)
    await page.getByLabel('Route or URL').fill(itemAt(7))
    await first().getByText('Same path').waitFor()
    await occurrences().nth(2).getByText('Same route').waitFor()
    expect(new URL(page.url()).searchParams.get('user')).toBe('zoe@example.com')
    expect(new URL(page.url()).searchParams.get('route')).toBe(itemAt(7))
    await page.reload()
    await first().getByText('Same user').waitFor()
    expect(await page.getByLabel('User').inputValue()).toBe('zoe@example.com')
    await first().getByRole('link').click()
    await page.waitForURL(new RegExp(`/events/${zoe.eventId}$`))
  })

  it('[UI302] puts the event first that is nearest to the time of the screenshot', async () => {
    await app.open(`/digest/${DIGEST}?at=${new Date(minutesAgo(48)).toISOString()}`)
    await first()
      .getByText(/^2 mins? away$/)
      .waitFor()
    expect(await first().innerText()).toMatch(/err\/dyn\/7/)
    expect(await page.getByLabel('Time of the screenshot').inputValue()).not.toBe('')
    await page.getByLabel('Time of the screenshot').fill('')
    await expect.poll(rows).toEqual([expect.stringMatching(/dyn\/8/), expect.stringMatching(/dyn\/7/)])
    expect(new URL(page.url()).search).toBe('')
  })

  it('[UI301] is said to be none where the address has another text', async () => {
    await app.open('/digest/hello%20there')
    await page.getByRole('heading', { level: 1, name: 'This is not a digest' }).waitFor()
  })
})

it('[UI304] says what was searched for a number that nobody is known to have seen', async () => {
  await app.open('/find?text=Digest:%20987654')
  const searched = page.getByRole('table', { name: 'Searched projects' })
  const shop = searched.getByRole('row').filter({ hasText: 'Web shop' })
  expect(await shop.innerText()).toMatch(/90 days\s+received$/)
  const docs = searched.getByRole('row').filter({ hasText: 'Docs' })
  expect(await docs.innerText()).toMatch(/90 days\s+none received$/)
  const own = searched.getByRole('row').filter({ hasText: 'Hindcast' })
  expect(await own.innerText()).toMatch(/90 days\s+–$/)
  await page.getByRole('heading', { name: 'Turn digests on' }).waitFor()
  await page.getByText('integrations: [digestIntegration()],').waitFor()
  await expectAccessibleInBothThemes(page, 'a look-up without a result')
  await app.open('/digest/987654')
  await searched.waitFor()
  await app.open(`/find?text=${'e'.repeat(32)}`)
  expect(await shop.innerText()).toMatch(/90 days$/)
  expect(await page.getByRole('heading', { name: 'Turn digests on' }).count()).toBe(0)
})

it('[UI300] opens the event of a number that one person saw', async () => {
  await app.open('/find?text=Digest:%20lonely-1')
  await page.waitForURL(new RegExp(`/events/${only.eventId}$`))
})

describe('the id of a trace', () => {
  it('[UI305] leads to the trace', async () => {
    await app.open(`/find?text=trace-id:%20${TRACE}`)
    await page.waitForURL(new RegExp(`/traces/${TRACE}$`))
    await page.getByText('load the cart').first().waitFor()
  })

  it('[UI305] is offered by the palette', async () => {
    await app.open('/find')
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Commands and search' })
    await palette.waitFor()
    await page.keyboard.insertText(TRACE.toUpperCase())
    await palette.getByRole('option', { name: /Trace with this ID/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/traces/${TRACE}$`))
  })
})

describe('a screenshot', () => {
  /** What the browser of a user shows, at the size of the built-in page. */
  const screenshot = async (dark: boolean, body: string): Promise<Buffer> => {
    const shown = await page.context().newPage()
    const colours = dark ? 'background: #000; color: #ededed' : 'background: #fff; color: #171717'
    await shown.setContent(
      `<body style="font: 14px system-ui; text-align: center; padding-top: 20vh; ${colours}">${body}</body>`,
    )
    const picture = await shown.screenshot()
    await shown.close()
    return picture
  }
  const NUMBERED = `<h1>This page couldn’t load</h1><p>A server error occurred. Reload to try again.</p>
    <p style="font: 12px monospace; opacity: 0.6">ERROR ${DIGEST}</p>`

  it('[UI308] that is chosen leads to its digest', async () => {
    await app.open('/find')
    await expectAccessibleAtBothWidths(page, 'the look-up')
    const buffer = await screenshot(true, NUMBERED)
    await page
      .getByLabel('Choose a screenshot')
      .setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer })
    await heading().waitFor({ timeout: 60_000 })
    expect(app.faults).toEqual([])
  })

  it('[UI308] that is pasted leads to its digest', async () => {
    await app.open('/find')
    const picture = (await screenshot(false, NUMBERED)).toString('base64')
    await page.evaluate((base64) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
      window.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }))
    }, picture)
    await heading().waitFor({ timeout: 60_000 })
  })

  it('[UI308] without a number is said to have none', async () => {
    await app.open('/find')
    const buffer = await screenshot(false, '<h1>Something went wrong</h1>')
    const file = { name: 'screen.png', mimeType: 'image/png', buffer }
    await page.getByLabel('Choose a screenshot').setInputFiles(file)
    await page.getByText('No digest or ID was found in the image.').waitFor({ timeout: 60_000 })
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('ERROR 1') }
    await page.getByLabel('Choose a screenshot').setInputFiles(text)
    await page.getByText('This file is not an image.').waitFor()
  })
})
