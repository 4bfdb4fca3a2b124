import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routePaths } from '../tools/screens.ts'
import { DESK, openApp, PHONE, type App } from './harness/app.ts'
import { expectAccessible } from './harness/axe.ts'
import { launchBrowser } from './harness/browser.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { run } from './harness/run.ts'
import { HINDCAST } from './harness/paths.ts'

/** Addresses that lead on instead of showing something. */
const LEADING = new Set(['/', '$', '/setup', '/sign-in'])
/** Without the places of somebody who is signed in around them. */
const ALONE = new Set(['/join', '/share/$token'])
const PATHS = routePaths().filter((path) => !LEADING.has(path))

let hindcast: Installation
let browser: Browser
let addresses: Readonly<Record<string, string>>

beforeAll(async () => {
  ;[hindcast, browser] = await Promise.all([install(), launchBrowser()])
  const seeded = await run(process.execPath, [HINDCAST, 'seed', 'busy-shop', '--data', hindcast.dataDir])
  expect(seeded.code, seeded.stderr).toBe(0)
  const event = await eventually('the sample', async () => (await hindcast.api.allEvents()).at(200))
  const [alert, token] = await Promise.all([makeAlert(), makeShare(event.issueId)])
  addresses = Object.fromEntries(
    PATHS.map((path) => [
      path,
      path
        .replace('$project', hindcast.init.project)
        .replace('$issue', event.issueId)
        .replace('$event', event.eventId)
        .replace('$alert', alert)
        .replace('$token', token)
        .replace('$version', 'shop@4.3.0'),
    ]),
  )
})
afterAll(async () => {
  await browser?.close()
  expect(await hindcast?.close()).toBe(0)
})

async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`${hindcast.origin}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hindcast.init.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(201)
  return (await response.json()) as T
}

async function makeAlert(): Promise<string> {
  const { channel } = await post<{ channel: { id: string } }>('/channels', {
    name: '#errors',
    target: { kind: 'slack', url: 'https://hooks.example/services/T0/B0/secret' },
  })
  const { id } = await post<{ id: string }>('/alerts', {
    when: { kind: 'seen', by: 'users', atLeast: 5, within: 60 },
    for: { projectIds: [], query: 'is:unresolved', environments: ['production'], levels: ['error'] },
    tell: [{ kind: 'channel', id: channel.id }, { kind: 'assignee' }],
    every: 30,
  })
  return id
}

async function makeShare(issueId: string): Promise<string> {
  const { url } = await post<{ url: string }>(`/issues/${issueId}/shares`, {})
  return url.split('/').at(-1)!
}

async function withApp(
  options: Parameters<typeof openApp>[2],
  act: (app: App) => Promise<void>,
): Promise<void> {
  const app = await openApp(browser, hindcast.origin, options)
  try {
    await act(app)
    expect(app.faults).toEqual([])
  } finally {
    await app.close()
  }
}

/** What a reader would say is on the page: its words, without what moves with the clock. */
async function seen(app: App): Promise<string> {
  await app.settled()
  const text = await app.page.locator('main').first().innerText()
  return text.replaceAll(/\d+ (?:sec|min|hr|day|Sek|Min|Std|Tag)\S*( ago)?|now|jetzt|gestern|yesterday/g, '')
}

describe.each(PATHS)('%s', (path) => {
  it.each(['light', 'dark'] as const)(
    '[UI28] gives axe nothing to say in the %s theme',
    async (colorScheme) => {
      await withApp({ colorScheme }, async (app) => {
        await app.open(addresses[path]!)
        await seen(app)
        await expectAccessible(app.page, `${path} ${colorScheme}`)
      })
    },
  )

  it('[UI22] comes back to the same view when it is loaded again', async () => {
    await withApp({}, async (app) => {
      await app.open(addresses[path]!)
      const before = await seen(app)
      const address = app.page.url()
      await app.page.reload()
      expect(await seen(app)).toBe(before)
      expect(app.page.url()).toBe(address)
    })
  })

  it('[UI20] speaks German under /de, and every link stays there', async () => {
    await withApp({ locale: 'de-DE' }, async (app) => {
      await app.open(`/de${addresses[path]!}`)
      await seen(app)
      expect(new URL(app.page.url()).pathname).toBe(`/de${addresses[path]!}`)
      expect(await app.page.locator('html').getAttribute('lang')).toBe('de')
      const hrefs = await app.page
        .locator('nav a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      expect(hrefs.length > 0).toBe(!ALONE.has(path))
      for (const href of hrefs) expect(href).toMatch(/^\/de(?:\/|$)/)
      // The bare address is this reader's German page too, and the English one leads to the bare form.
      await app.open(addresses[path]!)
      expect(new URL(app.page.url()).pathname).toBe(`/de${addresses[path]!}`)
    })
    await withApp({}, async (app) => {
      await app.open(`/en${addresses[path]!}`)
      expect(new URL(app.page.url()).pathname).toBe(addresses[path]!)
      expect(await app.page.locator('html').getAttribute('lang')).toBe('en')
    })
  })

  it.each([PHONE, DESK, { width: 3840, height: 2160 }])(
    '[UI29] overflows nowhere at $width × $height',
    async (viewport) => {
      await withApp({ viewport }, async (app) => {
        await app.open(addresses[path]!)
        await seen(app)
        const wider = await app.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(wider).toBeLessThanOrEqual(0)
        // The rail scrolls by itself, so that nothing of it is missed by the page.
        const cut = await app.page
          .locator('header')
          .first()
          .evaluate((rail) => rail.scrollWidth - rail.clientWidth)
        expect(cut).toBeLessThanOrEqual(0)
      })
    },
  )
})
