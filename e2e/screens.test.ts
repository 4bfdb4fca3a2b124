import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startReceiver } from '../packages/server/src/product/alerts/channels/testing/receiver.ts'
import { LIMITS } from '../packages/server/src/domain/limits.ts'
import { routePaths } from '../tools/screens.ts'
import { DESK, openApp, PHONE, sendEvent, type App } from './harness/app.ts'
import { expectAccessibleInBothThemes } from './harness/axe.ts'
import { launchBrowser } from './harness/browser.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { run } from './harness/run.ts'
import { HINDCAST } from './harness/paths.ts'

/** Addresses that lead on instead of showing something. */
const LEADING = new Set(['/', '$', '/setup', '/sign-in'])
/** Without the navigation for signed-in users. */
const ALONE = new Set(['/join', '/share/$token', '/forgot-password', '/reset-password'])
const PATHS = routePaths().filter((path) => !LEADING.has(path))

let hindcast: Installation
let receiver: Awaited<ReturnType<typeof startReceiver>>
let browser: Browser
let english: App
let german: App
let addresses: Readonly<Record<string, string>>

beforeAll(async () => {
  receiver = await startReceiver((response) => response.end('ok'))
  ;[hindcast, browser] = await Promise.all([
    // The seed would turn the traces of these pages on, which a test of its own looks at.
    install({ env: { HINDCAST_OUTBOUND_ALLOW: receiver.host, HINDCAST_SELF_REPORT: 'on' } }),
    launchBrowser(),
  ])
  const seeded = await run(process.execPath, [HINDCAST, 'seed', 'busy-shop', '--data', hindcast.dataDir])
  expect(seeded.code, seeded.stderr).toBe(0)
  const event = await eventually('the sample', async () => (await hindcast.api.allEvents()).at(200))
  english = await openApp(browser, hindcast.origin)
  german = await openApp(browser, hindcast.origin, { locale: 'de-DE' })
  const [alert, token, trace] = await Promise.all([makeAlert(), makeShare(event.issueId), aTrace()])
  addresses = Object.fromEntries(
    PATHS.map((path) => [
      path,
      path
        .replace('$project', hindcast.init.project)
        .replace('$issue', event.issueId)
        .replace('$event', event.eventId)
        .replace('$trace', trace)
        .replace('$digest', '1170966708')
        .replace('$alert', alert)
        .replace('$token', token)
        .replace('$version', 'shop@4.3.0'),
    ]),
  )
})
afterAll(async () => {
  await browser?.close()
  expect(await hindcast?.close()).toBe(0)
  await receiver?.close()
})

function aTrace(): Promise<string> {
  const path = `/projects/${hindcast.init.project}/traces`
  return eventually('a trace of the sample', async () => {
    const { segments } = await call<{ segments: readonly { traceId: string }[] }>('GET', path)
    return segments[0]?.traceId
  })
}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${hindcast.origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${hindcast.init.token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(response.ok, `${method} ${path}`).toBe(true)
  return (await response.json()) as T
}

/** One that has sent a message, and will send no other while it is looked at. */
async function makeAlert(): Promise<string> {
  const { channel } = await call<{ channel: { id: string } }>('POST', '/channels', {
    name: '#errors',
    target: { kind: 'slack', url: receiver.url },
  })
  const sentence = {
    for: { projectIds: [], query: 'is:unresolved', environments: ['production'], levels: ['error'] },
    tell: [{ kind: 'channel', id: channel.id }, { kind: 'assignee' }],
    every: 30,
  }
  const { id } = await call<{ id: string }>('POST', '/alerts', { ...sentence, when: { kind: 'new' } })
  await sendEvent(hindcast.dsn, { environment: 'production', message: 'The cellar is flooded' })
  await eventually('what the alert sent', async () => ((await isAllSent()) ? true : undefined))
  const when = { kind: 'seen', by: 'users', atLeast: 5000, within: 60 }
  await call('PATCH', `/alerts/${id}`, { when })
  return id
}

async function isAllSent(): Promise<boolean> {
  const response = await hindcast.api.get('/api/v1/deliveries')
  const { deliveries } = (await response.json()) as { deliveries: Array<{ state: string }> }
  return deliveries.length > 0 && deliveries.every(({ state }) => state === 'sent')
}

async function makeShare(issueId: string): Promise<string> {
  const { url } = await call<{ url: string }>('POST', `/issues/${issueId}/shares`, {})
  return url.split('/').at(-1)!
}

/** The visible text of the page, without relative times and without how many events there was time to test rules on. */
async function seen(app: App): Promise<string> {
  await app.settled()
  let text = await wordsOf(app)
  // What arrived last may not be drawn yet: on a busy machine a frame takes its time.
  for (let before = ''; before !== text; text = await wordsOf(app)) {
    before = text
    await app.page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 50)))
    await app.settled()
  }
  return text
}

async function wordsOf({ page }: App): Promise<string> {
  const text = await page.locator('main').first().innerText()
  return text
    .replaceAll(/\d+ (?:sec|min|hr|day|Sek|Min|Std|Tag)\S*( ago)?|now|jetzt|gestern|yesterday/g, '')
    .replace(/latest [\d,]+ events/, 'latest events')
}

/** The day of the overview ends with a whole step of the clock: all looks at it have to fall into one. */
async function amidAStep(): Promise<void> {
  const left = LIMITS.overview.stepMs - (Date.now() % LIMITS.overview.stepMs)
  if (left < 60_000) await pause(left)
}

const WIDTHS = [PHONE, DESK, { width: 3840, height: 2160 }]

async function expectGerman(path: string): Promise<void> {
  const { page } = german
  await german.open(`/de${addresses[path]!}`)
  expect(new URL(page.url()).pathname).toBe(`/de${addresses[path]!}`)
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  const hrefs = await page
    .locator('nav a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(hrefs.length > 0).toBe(!ALONE.has(path))
  for (const href of hrefs) expect(href).toMatch(/^\/de(?:\/|$)/)
  // The bare address is this reader's German page too.
  await german.open(addresses[path]!)
  expect(new URL(page.url()).pathname).toBe(`/de${addresses[path]!}`)
  expect(german.faults).toEqual([])
}

/** How wide a page is that can be scrolled sideways, and what reaches beyond its right edge. Runs in the page. */
function findOverflow(): readonly string[] {
  const { scrollWidth } = document.documentElement
  if (scrollWidth <= window.innerWidth) return []
  const beyond = Array.from(document.querySelectorAll('body *'))
    .filter((element) => element.getBoundingClientRect().right > window.innerWidth)
    .map(({ outerHTML }) => outerHTML.slice(0, 200))
  return [`${scrollWidth} px wide`, ...beyond]
}

describe.each(PATHS)('%s', (path) => {
  let inGerman: Promise<void>
  beforeAll(() => {
    // Beside the English page: most of the time both wait for the last request.
    inGerman = expectGerman(path)
    inGerman.catch(() => undefined)
  })

  it('[UI28] has no axe violations in either theme', async () => {
    if (path.endsWith('/overview')) await amidAStep()
    await english.open(addresses[path]!)
    await seen(english)
    await expectAccessibleInBothThemes(english.page, path)
    expect(english.faults).toEqual([])
  })

  it('[UI22] comes back to the same view when it is loaded again', async () => {
    const before = await seen(english)
    const address = english.page.url()
    await english.page.reload()
    expect(await seen(english)).toBe(before)
    expect(english.page.url()).toBe(address)
    expect(english.faults).toEqual([])
  })

  it('[UI29] overflows nowhere, from a phone to the widest screen', async () => {
    const { page } = english
    for (const viewport of WIDTHS) {
      await page.setViewportSize(viewport)
      await english.settled()
      // On a busy machine a frame takes its time: what has measured itself may still have its old size.
      await expect
        .poll(() => page.evaluate(findOverflow), {
          message: `the page at ${viewport.width}`,
          timeout: 10_000,
        })
        .toEqual([])
      if (ALONE.has(path)) continue
      // The rail scrolls by itself, so that nothing of it is missed by the page.
      const cut = await page
        .locator('header')
        .first()
        .evaluate((rail) => rail.scrollWidth - rail.clientWidth)
      expect(cut, `the rail at ${viewport.width}`).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize(DESK)
  })

  it('[UI20] is German under /de, and every link stays there', async () => {
    await inGerman
    // The English address leads to the bare form.
    await english.open(`/en${addresses[path]!}`)
    expect(new URL(english.page.url()).pathname).toBe(addresses[path]!)
    expect(await english.page.locator('html').getAttribute('lang')).toBe('en')
  })
})
