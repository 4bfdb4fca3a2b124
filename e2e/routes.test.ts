import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Request, Route } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { DESK, openApp, sendEvent, type App } from './harness/app.ts'
import type { Installation } from './harness/installation.ts'
import { HINDCAST, ROOT } from './harness/paths.ts'
import { run } from './harness/run.ts'
import { sendSpans } from './harness/spans.ts'
import { onStage } from './harness/stage.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessibleAtBothWidths } from './harness/axe.ts'

const BUILD = join(ROOT, 'fixtures/next/manifests')

let installation: Installation
let app: App

onStage(async ({ hindcast: started, browser }) => {
  installation = started
  app = await openApp(browser, started.origin)
  return app
})

function hindcast(args: readonly string[], env: Readonly<Record<string, string>>) {
  return run(process.execPath, [HINDCAST, ...args], { cwd: ROOT, env: { ...process.env, ...env } })
}

describe('hindcast routes upload', () => {
  const upload = (...args: readonly string[]) =>
    hindcast(['routes', 'upload', ...args], {
      HINDCAST_URL: installation.origin,
      HINDCAST_TOKEN: installation.init.token,
    })

  it('[RT15] uploads the routes of a build of Next.js, and says how many', async () => {
    const { code, stdout } = await upload(
      BUILD,
      '--release',
      'shop@1.0',
      '--project',
      installation.init.project,
    )
    expect([code, stdout]).toEqual([0, '44 routes and 7 rewrites of shop@1.0 uploaded.\n'])
    const json = await upload(
      BUILD,
      '--release',
      'shop@1.0',
      '--project',
      installation.init.project,
      '--json',
    )
    expect(JSON.parse(json.stdout)).toEqual({
      release: 'shop@1.0',
      patterns: 44,
      rewrites: 7,
      actions: 0,
      skipped: [],
      organization: installation.init.org,
    })
  })

  it.each([
    [[BUILD, '--project', 'web'], 2, /--release is missing/],
    [['--release', '1', '--project', 'web'], 2, /Name the folder/],
    [['/nowhere', '--release', '1', '--project', 'web'], 1, /There is no \/nowhere/],
    [[join(ROOT, 'docs'), '--release', '1', '--project', 'web'], 1, /has none of routes-manifest.json/],
    [[join(ROOT, 'README.md'), '--release', '1', '--project', 'web'], 1, /has no routes/],
    [[BUILD, '--release', '1', '--project', 'nobodys'], 1, /answered 404\. Project not found\./],
    [[BUILD, '--release', '1', '--project', 'web', '--url', 'http://127.0.0.1:1'], 1, /does not answer/],
  ])('[RT15] %j is one sentence and a non-zero exit', async (args, expected, sentence) => {
    const { code, stdout, stderr } = await upload(...args)
    expect(stdout + stderr).toMatch(sentence)
    expect(stdout + stderr).not.toMatch(/\n\s+at /)
    expect(code).toBe(expected)
  })
})

describe('the route of an error', () => {
  const crash = async (path: string, more: object = {}) => {
    const { eventId } = await sendEvent(installation.dsn, {
      message: `broken at ${path}`,
      request: { url: `https://shop.example${path}` },
      ...more,
    })
    return installation.api.awaitEvent(eventId)
  }

  it('[RT18] is named by the manifest of its release, and by a rule from the moment it is saved', async () => {
    const before = await crash('/p/55', { release: 'shop@1.0', transaction: '/:locale' })
    expect(before.route).toBe('/product/[id]')
    const { origin, init } = installation
    const added = await fetch(`${origin}/api/v1/projects/${init.project}/routes/rules`, {
      method: 'POST',
      headers: { authorization: `Bearer ${init.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ pattern: '/p/:number' }),
    })
    expect(added.status).toBe(201)
    expect((await crash('/p/56', { release: 'shop@1.0' })).route).toBe('/p/[number]')
  })

  it('[RT19] stands on the page of the issue and leads to all issues of the route', async () => {
    const { issueId } = await crash('/shop/red/xl', { release: 'shop@1.0' })
    await app.open(`/issues/${issueId}`)
    const link = app.page.getByTitle('Issues on this route')
    await link.click()
    await app.page.getByRole('link', { name: 'broken at /shop/red/xl' }).first().waitFor()
    expect(new URL(app.page.url()).searchParams.get('q')).toBe('route:"/shop/[[...filters]]"')
    expect(await app.page.getByText('broken at /p/55').count()).toBe(0)
  })
})

/** Long enough to type in the meantime. */
const slowly = async (route: Route) => {
  await setTimeout(500)
  await route.continue()
}

describe('the page of a route', () => {
  const vital = (name: string) => `browser.web_vital.${name}`
  const openRoute = (route: string) =>
    app.open(`/projects/${installation.init.project}/routes/one?route=${encodeURIComponent(route)}`)

  /** Waits until the visit and its vital are stored. */
  const measured = (route: string) =>
    eventually(`an LCP of ${route}`, async () => {
      const { origin, init } = installation
      const response = await fetch(
        `${origin}/api/v1/projects/${init.project}/route-stats/one?route=${encodeURIComponent(route)}`,
        { headers: { authorization: `Bearer ${init.token}` } },
      )
      const { stats } = (await response.json()) as { stats: { vitals: { lcp: object | null } } | null }
      return stats?.vitals.lcp ?? undefined
    })

  it('[RT34] says why its vitals are as they are, or that the SDK did not say', async () => {
    const url = 'https://cdn.example/hero.avif'
    await sendSpans(installation.dsn, 'c'.repeat(32), Date.now() - 60_000, [
      {
        id: 1,
        start: 0,
        duration: 3000,
        op: 'pageload',
        name: '/why/[id]',
        attributes: {
          'sentry.segment.name.source': 'route',
          'url.path': '/why/7',
          [vital('ttfb.value')]: 400,
        },
      },
      {
        id: 2,
        parent: 1,
        start: 0,
        duration: 2800,
        op: 'ui.webvital.lcp',
        name: 'Largest contentful paint',
        attributes: {
          [vital('lcp.value')]: 2800,
          [vital('lcp.element')]: 'main > img.hero',
          [vital('lcp.url')]: url,
        },
      },
      { id: 3, parent: 1, start: 900, duration: 1500, op: 'resource.img', attributes: { 'url.full': url } },
    ])
    await measured('/why/[id]')
    await openRoute('/why/[id]')
    await app.page.getByRole('link', { name: 'main > img.hero' }).waitFor()
    const { page } = app
    await page.getByText('No errors on this route in this period.').waitFor()
    await page.getByRole('link', { name: 'cdn.example/hero.avif' }).waitFor()
    const parts = await page.getByRole('term').allTextContents()
    expect(parts).toEqual(['Time to first byte', 'Resource load delay', 'Resource load time', 'Render delay'])
    expect(await page.getByText('The SDK did not say.').count()).toBe(1)
    await expectAccessibleAtBothWidths(page, 'the page of a route')
    await page.getByRole('link', { name: 'main > img.hero' }).click()
    await page.waitForURL(/\/traces\/c{32}\?span=0{15}2/)
  })

  it('[RT35] lists what broke there, and leads to all issues of the route', async () => {
    const { eventId } = await sendEvent(installation.dsn, {
      message: 'the hero is missing',
      transaction: '/why/[id]',
      request: { url: 'https://shop.example/why/8' },
      user: { id: 'ann' },
    })
    expect((await installation.api.awaitEvent(eventId)).route).toBe('/why/[id]')
    await openRoute('/why/[id]')
    const { page } = app
    await page.getByText('1 error, 1 user · 100 per 100 visits').waitFor()
    await page.getByRole('link', { name: 'the hero is missing' }).waitFor()
    await page.getByRole('link', { name: 'All issues on this route' }).click()
    await page.getByRole('link', { name: 'the hero is missing' }).first().waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('route:/why/[id]')
  })
})

describe('the list of routes', () => {
  const visit = async (trace: string, route: string, release: string, environment: string) => {
    await installation.api.awaitEvent(
      (await sendEvent(installation.dsn, { message: route, release })).eventId,
    )
    await sendSpans(installation.dsn, trace.repeat(32), Date.now() - 60_000, [
      {
        id: 1,
        start: 0,
        duration: 900,
        op: 'pageload',
        name: route,
        attributes: {
          'sentry.segment.name.source': 'route',
          'sentry.release': release,
          'sentry.environment': environment,
        },
      },
    ])
  }

  it('[RT51] is narrowed to an environment or a release, and so is the route that it leads to', async () => {
    await visit('e', '/narrow/[a]', 'shop@3.0', 'production')
    await visit('f', '/narrow/[b]', 'shop@3.1', 'staging')
    const list = `/projects/${installation.init.project}/routes`
    await eventually('both visits', async () => {
      const response = await installation.api.get(`/api/v1/projects/${installation.init.project}/route-stats`)
      const { choices } = (await response.json()) as { choices: { releases: readonly string[] } }
      return ['shop@3.0', 'shop@3.1'].every((one) => choices.releases.includes(one)) || undefined
    })
    await app.open(list)
    const { page } = app
    const row = (route: string) => page.getByRole('row').filter({ hasText: route })
    await row('/narrow/[a]').waitFor()
    await page.getByRole('combobox', { name: 'Environment' }).selectOption('staging')
    await row('/narrow/[a]').waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('environment')).toBe('staging')
    await page.getByRole('link', { name: '/narrow/[b]' }).first().click()
    await page.getByText('Only staging').waitFor()
    await page.getByRole('link', { name: 'All routes' }).click()
    await page.getByRole('combobox', { name: 'Release' }).selectOption('shop@3.0')
    await page.getByRole('heading', { name: 'No visits match' }).waitFor()
    await page.getByRole('combobox', { name: 'Environment' }).selectOption('')
    await row('/narrow/[a]').waitFor()
    expect(await row('/narrow/[b]').count()).toBe(0)
    await page.getByRole('link', { name: '/narrow/[a]' }).first().click()
    await page.getByText('Only shop@3.0').waitFor()
    await page.getByRole('link', { name: 'Show all visits' }).click()
    await page.getByText('Only shop@3.0').waitFor({ state: 'detached' })
  })
})

describe('the charts of a route', () => {
  const ROUTE = '/chart/[id]'
  const PATH = `/routes/one?route=${encodeURIComponent(ROUTE)}`
  const open = () => app.open(`/projects/${installation.init.project}${PATH}`)
  const chartOf = (name: string) => app.page.getByRole('application', { name })
  const figureOf = (name: string) => app.page.getByRole('figure').filter({ has: chartOf(name) })
  const LCP = 'Largest Contentful Paint over time'

  beforeAll(async () => {
    const { eventId } = await sendEvent(installation.dsn, { message: 'deployed', release: 'shop@2.0' })
    await installation.api.awaitEvent(eventId)
    await sendSpans(installation.dsn, 'd'.repeat(32), Date.now() - 60_000, [
      {
        id: 1,
        start: 0,
        duration: 3200,
        op: 'pageload',
        name: ROUTE,
        attributes: {
          'sentry.segment.name.source': 'route',
          'url.path': '/chart/7',
          'browser.web_vital.lcp.value': 3100,
        },
      },
    ])
    await eventually('the visit', async () => {
      const response = await installation.api.get(
        `/api/v1/projects/${installation.init.project}/route-stats/one?route=${encodeURIComponent(ROUTE)}`,
      )
      return ((await response.json()) as { stats: object | null }).stats ?? undefined
    })
  })

  it('[RT50, UI280, UI281] are read point by point with the keyboard, and as a table', async () => {
    await open()
    const { page } = app
    const figure = figureOf(LCP)
    const chart = chartOf(LCP)
    await chart.locator('canvas').waitFor()
    const said = figure.locator('[aria-live=polite]')
    const readout = figure.locator('figcaption')
    expect(await said.innerText()).toBe('')
    expect(await readout.innerText()).toMatch(/75th percentile\s+3\.10 s\s+Needs work\s+1 measurement/)

    await figure.getByText('Show as table').click()
    const rows = await figure.getByRole('table').getByRole('row').allInnerTexts()
    const [head, ...points] = rows.map((row) => row.split('\t'))
    expect(head).toEqual(['From', '75th percentile', 'Rating', 'Measured', 'Releases'])
    const measured = points.findIndex(([, value]) => value === '3.10 s')
    expect(points[measured]!.slice(1, 4)).toEqual(['3.10 s', 'Needs work', '1'])
    expect(points.at(-1)!.slice(1, 4)).toEqual(['–', '–', '0'])
    expect(points.findIndex((point) => point[4]!.includes('shop@2.0 first seen'))).toBeLessThan(2)

    await chart.press('End')
    for (let step = 0; step < measured; step += 1) await page.keyboard.press('ArrowLeft')
    expect(await said.innerText()).toMatch(/75th percentile 3\.10 s, Needs work, 1 measurement/)
    expect(await said.innerText()).toContain((await readout.innerText()).split('\n', 1)[0]!.trim())
    await page.keyboard.press('ArrowLeft')
    expect(await said.innerText()).toMatch(/75th percentile no data/)
    await page.keyboard.press('Home')
    const first = await said.innerText()
    await page.keyboard.press('Shift+ArrowRight')
    expect(await said.innerText()).not.toBe(first)
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowLeft')
    expect(await said.innerText()).toBe(first)
    await expectAccessibleAtBothWidths(page, 'the charts of a route')
  })

  it('[RT50] show traffic beside the vitals, and the point under the pointer', async () => {
    await open()
    const figure = figureOf('Traffic over time')
    await chartOf('Traffic over time').locator('canvas').waitFor()
    expect(await figure.locator('figcaption').innerText()).toMatch(/Visits\s+1/)
    const latest = await figure.locator('figcaption').innerText()
    await chartOf('Traffic over time').hover({ position: { x: 120, y: 60 } })
    await eventually('another point', async () => {
      const shown = await figure.locator('figcaption').innerText()
      return shown !== latest && /Visits\s+0/.test(shown) ? true : undefined
    })
    expect(await figure.locator('[aria-live=polite]').innerText()).toBe('')
  })

  it('[UI283] follow the theme and the width of the page', async () => {
    await open()
    const { page } = app
    await page.emulateMedia({ colorScheme: 'light' })
    const canvas = chartOf(LCP).locator('canvas')
    await canvas.waitFor()
    const picture = () => canvas.evaluate((drawn: HTMLCanvasElement) => drawn.toDataURL())
    const light = await picture()
    await page.emulateMedia({ colorScheme: 'dark' })
    await eventually('the dark picture', async () => ((await picture()) === light ? undefined : true))
    const widthOf = async () => (await canvas.boundingBox())!.width
    const wide = await figureOf(LCP).evaluate((figure) => figure.clientWidth)
    expect(await widthOf()).toBe(wide)
    await page.setViewportSize({ width: 600, height: 800 })
    await eventually('a chart of the new width', async () => {
      const now = await figureOf(LCP).evaluate((figure) => figure.clientWidth)
      return now !== wide && (await widthOf()) === now ? true : undefined
    })
    await page.setViewportSize(DESK)
    await page.emulateMedia({ colorScheme: null })
  })

  it('[UI284] are tables where the code that draws them does not arrive', async () => {
    const { page } = app
    await page.route('**/assets/plot-*.js', (route) => route.abort())
    await open()
    await page.getByText('Couldn’t load the chart').first().waitFor()
    await page.getByRole('table', { name: LCP }).getByText('3.10 s').waitFor()
    await page.unroute('**/assets/plot-*.js')
  })
})

describe('the screen of route names', () => {
  it('[RT36] [RT43] adds a rule with a preview, edits it in its place, orders and deletes rules; earlier visits have its name', async () => {
    const { page } = app
    const path = `/projects/${installation.init.project}/routes/rules`
    await installation.api.awaitEvent(
      (await sendEvent(installation.dsn, { message: 'a', request: { url: 'https://shop.example/teams/7' } }))
        .eventId,
    )
    await sendSpans(installation.dsn, 'd'.repeat(32), Date.now() - 60_000, [
      {
        id: 1,
        start: 0,
        duration: 500,
        op: 'pageload',
        name: 'Pageload',
        attributes: { 'url.path': '/teams/7' },
      },
    ])
    const routes = page.getByRole('table', { name: 'Routes' })
    await eventually('the visit, named by its address', async () => {
      await app.open(path.replace('/rules', ''))
      await routes.waitFor()
      return (await routes.getByRole('link', { name: '/teams/7' }).count()) === 1 ? true : undefined
    })
    await app.open(path)
    const rules = page.getByRole('list', { name: 'Rules' })
    const before = await rules.getByRole('listitem').count()
    await page.getByRole('textbox', { name: 'Pattern' }).fill('teams')
    await page.getByText('Not a route pattern yet').waitFor()
    await page.getByRole('textbox', { name: 'Pattern' }).fill('/teams/:team')
    await page.getByRole('list', { name: 'Matches' }).getByText('https://shop.example/teams/7').waitFor()
    await expectAccessibleAtBothWidths(page, 'the screen of route names')
    const isRule = (request: Request) =>
      request.method() === 'POST' && request.url().endsWith('/routes/rules')
    const asked = page.waitForRequest(isRule)
    await page.route('**/routes/rules', slowly, { times: 1 })
    await page.getByRole('button', { name: 'Add rule' }).click()
    await asked
    // What is typed while the rule is saved stays.
    await page.getByRole('textbox', { name: 'Pattern' }).fill('/last')
    await rules.getByText('/teams/[team]').waitFor()
    await page.getByRole('button', { name: 'Add rule' }).click()
    await rules.getByText('/last').waitFor()
    await page.getByRole('button', { name: 'Edit /teams/[team]' }).click()
    await rules.getByRole('textbox', { name: 'Pattern' }).fill('/teams/$id')
    await page.getByRole('button', { name: 'Save rule' }).click()
    await rules.getByText('/teams/[id]').waitFor()
    // The form says the pattern as well, until the rule is saved.
    await page.getByRole('button', { name: 'Save rule' }).waitFor({ state: 'detached' })
    const shown = async () => (await rules.locator('.code').allTextContents()).slice(before)
    expect(await shown()).toEqual(['/teams/[id]', '/last'])

    await page.getByRole('button', { name: 'Move /last up' }).click()
    await eventually('the other order', async () => ((await shown())[0] === '/last' ? true : undefined))
    await page.getByRole('button', { name: 'Delete /last' }).click()
    await rules.getByText('/last').waitFor({ state: 'detached' })
    expect(await shown()).toEqual(['/teams/[id]'])

    await page.getByRole('link', { name: 'All routes' }).click()
    await routes.getByRole('link', { name: '/teams/[id]' }).waitFor()
    expect(await routes.getByRole('link', { name: '/teams/7' }).count()).toBe(0)
    await app.open(`${path.replace('/rules', '/one')}?route=${encodeURIComponent('/teams/7')}`)
    await page.getByText('This route has a new name').waitFor()
    await page.getByRole('link', { name: '/teams/[id]' }).click()
    await page.getByRole('heading', { name: 'Latest visits' }).waitFor()
  })
})
