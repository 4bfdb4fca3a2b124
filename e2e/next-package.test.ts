import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleCommand } from '../packages/next/build.ts'
import type { App } from './harness/app.ts'
import { eventually } from './harness/eventually.ts'
import { lookUp, tagsOf } from './harness/look-up.ts'
import { buildNextApp, cleanNextApp, installPackage, startNextApp, type NextApp } from './harness/next-app.ts'
import { NEXT_SHOP } from './harness/paths.ts'
import { run } from './harness/run.ts'
import { onStageWithApp, type Stage } from './harness/stage.ts'

const APP = join(NEXT_SHOP, 'package-app')
const CACHED_APP = join(NEXT_SHOP, 'cached-app')
const BUILD_MS = 300_000
const MIB = 1024 * 1024

let stage: Stage
let app: App
let shop: NextApp

onStageWithApp((...given) => {
  ;[stage, app] = given
})
beforeAll(async () => {
  await installPackage(APP, 'integration', 'tunnel')
  await buildNextApp(APP, { SHOP_DSN: stage.hindcast.dsn })
  shop = await startNextApp(APP, { SHOP_DSN: stage.hindcast.dsn })
}, BUILD_MS)
afterAll(async () => {
  shop?.stop()
  await cleanNextApp(APP)
})

/** What a visitor reads at the bottom of the error page. */
async function shownTo(visit: (page: Page) => Promise<unknown>): Promise<string> {
  const page = await stage.browser.newPage()
  const config = { dsn: stage.hindcast.dsn }
  await page.addInitScript((given) => void Object.assign(window, { config: given }), config)
  await visit(page)
  const shown = await page.getByText(/^ERROR \S+$/).innerText()
  await page.close()
  return shown
}

it.each([
  ['a server component', '/orders/7', 'the orders database is away', () => Promise.resolve()],
  ['a component that the SDK wraps', '/wrapped/7', 'the stock database is away', () => Promise.resolve()],
  [
    'a wrapped server action',
    '/checkout',
    'the bank does not answer',
    (page: Page) => page.getByRole('button', { name: 'Pay' }).click(),
  ],
])('[NX6] the number on the error page leads to the error of %s', async (_, path, title, act) => {
  const shown = await shownTo(async (page) => {
    await page.goto(shop.url + path)
    await act(page)
  })
  expect(`ERROR ${(await lookUp(app, stage.hindcast, shown, title))['nextjs.digest']}`).toBe(shown)
})

it('[NX6] an error that is sent before Next.js numbers it has the number that Next.js shows', async () => {
  const shown = await shownTo((page) => page.goto(`${shop.url}/reported/7`))
  expect(await lookUp(app, stage.hindcast, shown, 'the price list is away')).toMatchObject({
    'nextjs.digest': shown.replace('ERROR ', ''),
    'nextjs.digest_source': 'predicted',
  })
})

/** Lets a page fail, whose errors go to this path of its own origin. */
async function failThrough(app: NextApp, tunnel: string): Promise<void> {
  const page = await stage.browser.newPage()
  const answers: Array<readonly [string, number]> = []
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url())
    if (origin !== new URL(app.url).origin || pathname === tunnel) answers.push([pathname, response.status()])
  })
  const config = { dsn: stage.hindcast.dsn, release: 'shop@1.0', tunnel }
  await page.addInitScript((given) => void Object.assign(window, { config: given }), config)
  await page.goto(`${app.url}/cart`)
  const title = `${tunnel} of ${app.url}`
  await page.evaluate((given) => void (document.title = given), title)
  await page.getByRole('button', { name: 'Fail' }).click()
  await eventually('the event', async () => {
    const events = await stage.hindcast.api.allEvents()
    return events.find((event) => event.title.includes(`the cart is broken ${title}`))
  })
  // Nothing went elsewhere, and nothing was redirected.
  expect(new Set(answers.map(String))).toEqual(new Set([String([tunnel, 200])]))
  await page.close()
}

describe('hindcast-next', () => {
  const command = join(APP, 'node_modules/hindcast-next.mjs')
  beforeAll(async () => writeFile(command, await bundleCommand()))

  it('[NX34] check finds no problem in a built app', async () => {
    const done = await run(process.execPath, [command, 'check', APP])
    expect([done.code, done.stderr]).toEqual([0, ''])
    expect(done.stdout).toBe('Nothing is missing.\n')
  })

  it('[NX26] upload names the server action that failed', async () => {
    const { origin, init } = stage.hindcast
    const env = { HINDCAST_URL: origin, HINDCAST_TOKEN: init.token, HINDCAST_PROJECT: init.project }
    // More than a chunk, also when it is compressed.
    const large = { version: 3, sources: ['a'], sourcesContent: [randomBytes(9 * MIB).toString('hex')] }
    await writeFile(join(APP, '.next/static/chunks/large.js'), 'f()')
    await writeFile(join(APP, '.next/static/chunks/large.js.map'), JSON.stringify({ ...large, mappings: '' }))
    const done = await run(process.execPath, [command, 'upload', APP, '--release', 'shop@1.0'], { env })
    expect([done.code, done.stderr]).toEqual([0, ''])
    expect(done.stdout).toMatch(
      /^\d+ routes, 1 rewrites and 2 server actions of shop@1\.0 uploaded\.\n\d+ source maps uploaded \([\d.]+ MB\)\.\n$/,
    )
    const shown = await shownTo(async (page) => {
      await page.goto(`${shop.url}/basket`)
      await page.getByRole('button', { name: 'Order' }).click()
    })
    expect(await lookUp(app, stage.hindcast, shown, 'the warehouse does not answer')).toMatchObject({
      'nextjs.action': 'placeOrder (package-app/app/basket/actions.js)',
      'nextjs.route_type': 'action',
    })
  })

  it.each([
    ['a page', () => failThrough(shop, '/monitoring'), 'the cart is broken /monitoring', 'app/cart/page.jsx'],
    [
      'the server',
      () => fetch(`${shop.url}/orders/3`),
      'the orders database is away',
      'app/orders/[id]/page.jsx',
    ],
  ])(
    '[NX36] the maps that upload found name the source of an error of %s',
    async (_, fail, title, source) => {
      await fail()
      const { api } = stage.hindcast
      const frame = await eventually('the mapped event', async () => {
        const found = (await api.allEvents()).find((event) => event.title.includes(title))
        const event = found && (await api.event(found.eventId))
        return event?.exceptions
          .at(-1)!
          .frames.findLast(({ original }) => original?.filename.includes('app/'))
      })
      expect(frame.original!.filename).toContain(source)
    },
  )
})

it('[NX27] an error of a component says in which part of the rendering it failed', async () => {
  await fetch(`${shop.url}/orders/9`)
  const event = await eventually('the event', async () => {
    const events = await stage.hindcast.api.allEvents()
    return events.find(({ title }) => title.includes('the orders database is away'))
  })
  expect(tagsOf(event)).toMatchObject({
    'nextjs.router_kind': 'App Router',
    'nextjs.route_type': 'render',
    'nextjs.render_source': 'react-server-components',
  })
})

it('[NX32] an error of proxy.js is reported once, without the misleading one of Next.js', async () => {
  expect((await fetch(`${shop.url}/proxied`)).status).toBe(500)
  const titles = await eventually('the event', async () => {
    const events = (await stage.hindcast.api.allEvents()).map(({ title }) => title)
    return events.some((title) => title.includes('the proxy is broken')) ? events : undefined
  })
  expect(titles.filter((title) => title.includes('Cannot append headers'))).toEqual([])
})

it('[NX33] the start of an app leaves no spans', async () => {
  await fetch(`${shop.url}/fresh`)
  const { api, init } = stage.hindcast
  const names = await eventually('the span of a request', async () => {
    const answer = await api.get(`/api/v1/projects/${init.project}/traces?limit=100`)
    const { segments } = (await answer.json()) as {
      readonly segments: ReadonlyArray<{ readonly name: string }>
    }
    const all = segments.map(({ name }) => name)
    return all.includes('GET /fresh') ? all : undefined
  })
  expect(names.filter((name) => /^(?:load|register) /.test(name))).toEqual([])
})

it('[NX28] a rewrite takes an error of a page to Hindcast without a request to another origin', () =>
  failThrough(shop, '/rewritten-monitoring'))

describe.each([
  ['the App Router', '/monitoring'],
  ['the App Router on the edge', '/edge-monitoring'],
  ['the Pages Router', '/api/monitoring'],
])('a tunnel in %s', (_, tunnel) => {
  it('[NX12] takes an error of a page to Hindcast without a request to another origin', () =>
    failThrough(shop, tunnel))

  it.each<[string, number, () => BodyInit]>([
    ['for another host', 403, () => '{"dsn":"https://key@evil.example/1"}\n{}'],
    ['that is not JSON', 400, () => 'nonsense\n'],
    ['of 4 MiB without a new line', 400, () => new Uint8Array(4 * MIB).fill(120)],
    ['above 20 MiB', 413, () => new Uint8Array(21 * MIB).fill(120)],
    ['above 20 MiB in pieces', 413, () => inPieces(`{"dsn":"${stage.hindcast.dsn}"}\n`, 21 * MIB)],
  ])('[NX12] refuses a body %s', async (_case, status, body) => {
    const init = { method: 'POST', body: body(), duplex: 'half' }
    const answer = await fetch(shop.url + tunnel, init)
    expect([answer.status, await answer.text()]).toEqual([status, ''])
  })

  it('[NX12] passes on the status with which Hindcast refuses a body', async () => {
    const answer = await fetch(shop.url + tunnel, {
      method: 'POST',
      body: `{"dsn":"${stage.hindcast.dsn}"}\nthis is no item`,
    })
    expect([answer.status, await answer.text()]).toEqual([400, ''])
  })
})

/** A body of unknown length. */
function inPieces(start: string, size: number): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
    pull: (controller) => {
      if (sent >= size) return controller.close()
      controller.enqueue(new Uint8Array(64 * 1024).fill(120))
      sent += 64 * 1024
    },
  })
}

describe('one number for each occurrence', () => {
  let numbered: NextApp
  const start = async () => {
    numbered = await startNextApp(APP, { SHOP_DSN: stage.hindcast.dsn, SHOP_NUMBERS: 'per occurrence' })
  }
  beforeAll(start)
  afterAll(() => numbered?.stop())

  it.each([
    ['a server component', '/orders/8', 'the orders database is away', () => Promise.resolve()],
    ['a component in Suspense', '/waiting/8', 'the reviews are away', () => Promise.resolve()],
    [
      'a wrapped server action',
      '/checkout',
      'the bank does not answer',
      (page: Page) => page.getByRole('button', { name: 'Pay' }).click(),
    ],
  ])(
    '[NX16] two visitors of %s that fails see two numbers, each of which leads to one event',
    async (_, path, title, act) => {
      const visit = async (page: Page) => {
        await page.goto(numbered.url + path)
        await act(page)
      }
      const shown = [await shownTo(visit), await shownTo(visit)]
      expect(shown[0]).toMatch(/^ERROR h[2-9]\w{8}$/)
      expect(shown[1]).not.toBe(shown[0])
      for (const text of shown)
        expect(`ERROR ${(await lookUp(app, stage.hindcast, text, title))['nextjs.digest']}`).toBe(text)
    },
  )

  it('[NX16] a server that was started again shows other numbers, and those from before lead to their event', async () => {
    const visit = (page: Page) => page.goto(`${numbered.url}/orders/8`)
    const shown = [await shownTo(visit)]
    numbered.stop()
    await start()
    shown.push(await shownTo(visit))
    expect(shown[1]).not.toBe(shown[0])
    for (const text of shown) {
      const tags = await lookUp(app, stage.hindcast, text, 'the orders database is away')
      expect(`ERROR ${tags['nextjs.digest']}`).toBe(text)
    }
  })

  it('[NX16] missing pages, redirects and pages that are rendered again keep working', async () => {
    const page = await stage.browser.newPage()
    expect((await page.goto(`${numbered.url}/missing/1`))!.status()).toBe(404)
    await page.goto(`${numbered.url}/moved/1`)
    expect(page.url()).toBe(`${numbered.url}/fresh`)
    const heading = page.getByRole('heading', { name: /Rendered at \d+/ })
    const first = await heading.innerText()
    await eventually('another rendering', async () => {
      await page.reload()
      return (await heading.innerText()) !== first || undefined
    })
    await page.close()
  })
})

describe('an app with Cache Components, a base path and slashes at the end', () => {
  let cached: NextApp
  beforeAll(async () => {
    await installPackage(CACHED_APP, 'integration', 'tunnel')
    const env = { SHOP_DSN: stage.hindcast.dsn, SHOP_NUMBERS: 'per occurrence' }
    await buildNextApp(CACHED_APP, env)
    cached = await startNextApp(CACHED_APP, env, '/shop')
  }, BUILD_MS)
  afterAll(async () => {
    cached?.stop()
    await cleanNextApp(CACHED_APP)
  })

  it.each(['/shop/monitoring/', '/shop/rewritten-monitoring/'])(
    '[NX28] a tunnel under %s is not redirected',
    (tunnel) => failThrough(cached, tunnel),
  )

  it('[NX16] two visitors of a page whose `use cache` fails see two numbers, which the server has sent', async () => {
    const visit = (page: Page) => page.goto(`${cached.url}/price`)
    const numbers = [await shownTo(visit), await shownTo(visit)].map((shown) => shown.replace('ERROR ', ''))
    expect(new Set(numbers).size).toBe(2)
    const sent = await eventually('the events of the server', async () => {
      const events = await stage.hindcast.api.allEvents()
      const own = events.filter(({ title }) => title.includes('the cached price is away'))
      return own.length === 2 ? own : undefined
    })
    const tagged = sent.map((event) => tagsOf(event)['nextjs.digest'])
    expect(new Set(tagged)).toEqual(new Set(numbers))
  })
})
