import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from './harness/browser.ts'
import { eventually } from './harness/eventually.ts'
import { install } from './harness/installation.ts'
import { API_MS, openRoutedOrigin, type RoutedOrigin } from './harness/routed-origin.ts'
import { buildRoutedShop, factsOf, open, settle, visitShop } from './harness/routed-shop.ts'

let home: string
let browser: Browser
/** Sites by router and SDK. */
const sites = new Map<string, RoutedOrigin>()
const siteOf = (router: string, sdk: string): string => sites.get(`${router} ${sdk}`)!.url

const SDKS = ['sentry-browser-8', 'sentry-browser-9', 'sentry-browser-10', 'sentry-browser-11']
const BUILDS = [['react-router', '@sentry/react'] as const, ...SDKS.map((sdk) => ['tanstack', sdk] as const)]

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hindcast-navigations-'))
  browser = await launchBrowser()
  for (const [router, sdk] of BUILDS)
    sites.set(`${router} ${sdk}`, await openRoutedOrigin(await buildRoutedShop(home, router, sdk)))
})
afterAll(async () => {
  await browser?.close()
  for (const site of sites.values()) await site.close()
  await rm(home, { recursive: true, force: true })
})

async function openByScript(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open 2' }).click()
  await page.getByRole('heading', { name: '/api/items/2' }).waitFor()
  await settle(page)
}

async function goBack(page: Page, heading: string): Promise<void> {
  await page.goBack()
  await page.getByRole('heading', { name: heading }).waitFor()
  await settle(page)
}

describe('React Router 7 with @sentry/react', () => {
  it('[NV17] tells what a loader, a lazy route and a page without either made the user wait for', async () => {
    const told = await visitShop(browser, siteOf('react-router', '@sentry/react'), {}, 3, async (page) => {
      await open(page, 'About', 'About')
      await open(page, 'Item 1', '/api/items/1')
      await open(page, 'Refund', 'Refund')
    })
    expect(told.faults).toEqual([])
    expect(told.navigations).toMatchObject([
      { from: '/', to: '/about', trigger: 'click', served: 'cache', code_requests: 0, prefetch: 'none' },
      { from: '/about', to: '/items/1', trigger: 'click', served: 'network', code_requests: 0 },
      { from: '/items/1', to: '/refund', trigger: 'click', served: 'network', code_requests: 1 },
    ])
    expect(told.navigations[1]!['wait_ms']).toBeGreaterThanOrEqual(API_MS)
  })

  it('[NV17] tells of navigations by script and of back, which wait for their loader as well', async () => {
    const told = await visitShop(browser, siteOf('react-router', '@sentry/react'), {}, 3, async (page) => {
      await openByScript(page)
      await open(page, 'About', 'About')
      await goBack(page, '/api/items/2')
    })
    expect(told.navigations).toMatchObject([
      { to: '/items/2', trigger: 'router', served: 'network' },
      { to: '/about', served: 'cache' },
      { from: '/about', to: '/items/2', trigger: 'back', served: 'network' },
    ])
    for (const at of [0, 2]) expect(told.navigations[at]!['wait_ms']).toBeGreaterThanOrEqual(API_MS)
  })

  it('[NV17] without the connection of the router says `unknown` where nothing tells, and nothing wrong', async () => {
    const config = { withoutRouter: true }
    const told = await visitShop(
      browser,
      siteOf('react-router', '@sentry/react'),
      config,
      3,
      async (page) => {
        await open(page, 'Item 1', '/api/items/1')
        await openByScript(page)
        await open(page, 'About', 'About')
      },
    )
    expect(told.navigations).toMatchObject([
      { to: '/items/1', trigger: 'click', served: 'network' },
      { to: '/items/2', trigger: 'commit', served: 'unknown' },
      { to: '/about', trigger: 'click', served: 'cache' },
    ])
    expect(told.navigations[1]).not.toHaveProperty('wait_ms')
  })

  it('[NV21] tells that route code did not arrive', async () => {
    const told = await visitShop(browser, siteOf('react-router', '@sentry/react'), {}, 1, async (page) => {
      await page.route('**/assets/refund-page-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }))
      await open(page, 'Refund', 'Failed')
    })
    expect(told.navigations).toMatchObject([{ to: '/refund', failure: 'code_failed' }])
  })
})

describe.each(SDKS)('TanStack Router with %s', (sdk) => {
  it('[NV18, NV19] tells which preloads were used, were not, and failed', async () => {
    const told = await visitShop(browser, siteOf('tanstack', sdk), {}, 2, async (page) => {
      const hover = async (name: string) => {
        const answered = page.waitForResponse(/\/api\/items\//)
        await page.getByRole('link', { name, exact: true }).hover()
        await answered
        await settle(page)
      }
      await hover('Item 1')
      await hover('Item 2')
      await hover('Item gone')
      await open(page, 'Item 2', '/api/items/2')
      await open(page, 'Refund', 'Refund')
    })
    expect(told.faults).toEqual([])
    expect(told.navigations).toMatchObject([
      { from: '/', to: '/items/2', trigger: 'click', served: 'cache', prefetch: 'used' },
      { from: '/items/2', to: '/refund', trigger: 'click', served: 'network', code_requests: 1 },
    ])
    const report = told.spans.find(({ op }) => op === 'navigation.prefetches')
    expect(factsOf(report!, 'prefetch')).toMatchObject({ started: 3, used: 1, unused: 1, failed: 1 })
    const wasted = told.spans.filter(({ op }) => op === 'navigation.prefetch')
    expect(
      wasted.map((span) => factsOf(span, 'prefetch')).toSorted((a, b) => (a['to']! < b['to']! ? -1 : 1)),
    ).toMatchObject([
      { outcome: 'unused', from: '/', to: '/items/1' },
      { outcome: 'failed', from: '/', to: '/items/gone' },
    ])
  })
})

describe('TanStack Router', () => {
  const site = () => siteOf('tanstack', 'sentry-browser-11')

  it('[NV18] tells that a page waited for a preload that was not there yet', async () => {
    const told = await visitShop(browser, site(), {}, 1, (page) => open(page, 'Item 3', '/api/items/3'))
    expect(told.navigations).toMatchObject([{ to: '/items/3', served: 'network', prefetch: 'pending' }])
  })

  it('[NV21] a page that the router loads as a whole names the code that did not arrive, and the older release', async () => {
    const told = await visitShop(browser, site(), { release: 'shop@1' }, 2, async (page) => {
      await page.route(
        '**/assets/refund-page-*.js',
        (route) => route.fulfill({ status: 404, body: 'gone' }),
        {
          times: 1,
        },
      )
      await page.addInitScript(() => {
        const deployed = window as unknown as { config: { release: string } }
        deployed.config.release = 'shop@2'
      })
      await open(page, 'Refund', 'Refund')
    })
    expect(told.navigations).toMatchObject([
      { from: '/', to: '/refund', failure: 'code_failed' },
      {
        from: '/',
        to: '/refund',
        served: 'full_load',
        fallback: 'code_failed',
        skew: true,
        release_before: 'shop@1',
      },
    ])
    expect(told.spans.find(({ attributes }) => 'hindcast.navigation.fallback' in attributes)!.op).toBe(
      'pageload',
    )
  })

  it('[NV23] without the tracing of the SDK its navigations are spans of their own, of the same length', async () => {
    const told = await visitShop(browser, site(), { withoutTracing: true }, 2, async (page) => {
      await open(page, 'Refund', 'Refund')
      await goBack(page, 'Home')
    })
    expect(told.navigations).toMatchObject([
      { to: '/refund', trigger: 'click', served: 'network' },
      { to: '/', trigger: 'back', served: 'cache' },
    ])
    const span = told.spans.find(({ op }) => op === 'navigation')
    expect(span!.name).toBe('Navigation')
    expect(span!.attributes['url.path']).toBe('/refund')
    expect(Math.abs((span!.end - span!.start) * 1000 - Number(factsOf(span!)['wait_ms']))).toBeLessThan(2)
  })

  it.each([
    ['the SDK throws', { withBrokenSdk: true }, ''],
    [
      'storage is forbidden',
      {},
      `Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('no') } })`,
    ],
    ['measurements are missing', {}, 'delete window.PerformanceObserver'],
    ['requests are strange', {}, `window.Headers = function () { throw new Error('no') }`],
  ])('[NV22] works on when %s', async (_, config, script) => {
    const told = await visitShop(browser, site(), { ...config, withoutTracing: true }, 0, async (page) => {
      await page.addInitScript({ content: script })
      await page.reload()
      await open(page, 'Item 1', '/api/items/1')
      await open(page, 'Refund', 'Refund')
      await goBack(page, '/api/items/1')
    })
    expect(told.faults).toEqual([])
  })

  it('[NV24] is accepted by a Hindcast server, with nothing dropped', async () => {
    const hindcast = await install()
    try {
      const page = await browser.newPage()
      const answers: number[] = []
      page.on('response', (response) => {
        if (response.url().startsWith(hindcast.origin)) answers.push(response.status())
      })
      await page.addInitScript((config) => void Object.assign(window, { config }), { dsn: hindcast.dsn })
      await page.goto(site())
      await open(page, 'Item 1', '/api/items/1')
      await open(page, 'Refund', 'Refund')
      await page.goto('about:blank')
      const totals = await eventually('the spans', async () => {
        const intake = await hindcast.api.intake()
        return intake.totals.some(({ category }) => category === 'span') ? intake.totals : undefined
      })
      expect(totals.filter(({ outcome }) => outcome === 'dropped' || outcome === 'refused')).toEqual([])
      expect(new Set(answers)).toEqual(new Set([200]))
      await page.close()
    } finally {
      expect(await hindcast.close()).toBe(0)
    }
  })
})
