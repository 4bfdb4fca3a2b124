import type { RoutePair } from '@hindcast/contract/navigations/navigations.ts'
import type { RouteLine } from '@hindcast/contract/routes/route-stats.ts'
import type { Session } from '@hindcast/contract/people/session.ts'
import { describe, expect, it } from 'vitest'
import { openApp, type App } from './harness/app.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { onStage } from './harness/stage.ts'

const OWN = '/projects/hindcast'

describe('pages that report their own traces', () => {
  let hindcast: Installation
  let app: App
  onStage(
    async (stage) => {
      ;({ hindcast } = stage)
      app = await openApp(stage.browser, hindcast.origin)
      return app
    },
    () => install({ env: { HINDCAST_SELF_REPORT: 'traces' } }),
  )

  async function asked<T>(path: string, isThere: (answer: T) => boolean): Promise<T> {
    return eventually(path, async () => {
      const answer = (await (await hindcast.api.get(`/api/v1${OWN}${path}`)).json()) as T
      return isThere(answer) ? answer : undefined
    })
  }

  /** Follows a link of the navigation, as a reader would. */
  async function visit(name: string): Promise<void> {
    await app.page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click()
    await app.page.getByRole('heading', { level: 1, name }).waitFor()
    await app.settled()
  }

  it('[UI270] show their route patterns, web vitals and navigations in the project of Hindcast', async () => {
    await app.open(`/projects/${hindcast.init.project}/issues`)
    await eventually('the tracing code', async () =>
      (await app.page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/trace-client-')),
      ))
        ? true
        : undefined,
    )
    await visit('Releases')
    await visit('Routes')
    await app.open(`${OWN}/routes`)
    const { routes } = await asked<{ routes: readonly RouteLine[] }>('/route-stats', ({ routes: found }) =>
      ['issues', 'releases', 'routes'].every((screen) =>
        found.some(({ key }) => key === `/projects/[project]/${screen}`),
      ),
    )
    const issues = routes.find(({ key }) => key === '/projects/[project]/issues')!
    expect(issues).toMatchObject({ isPattern: true, pageloads: { sampled: 1 } })
    expect(issues.vitals.lcp?.p75).toBeGreaterThan(0)
    expect(routes.find(({ key }) => key === '/projects/[project]/releases')).toMatchObject({
      navigations: { sampled: 1 },
    })
    const { pairs } = await asked<{ pairs: readonly RoutePair[] }>(
      '/navigations',
      (answer) => answer.pairs.length >= 2,
    )
    expect(pairs.map(({ from, to }) => `${from?.key} → ${to.key}`)).toContain(
      '/projects/[project]/issues → /projects/[project]/releases',
    )
  })

  it('[UI270] lead from the route to the trace of a visit', async () => {
    await app.open(`${OWN}/routes`)
    await app.page.getByRole('link', { name: '/projects/[project]/issues' }).first().click()
    await app.page.locator('a[href*="/traces/"]').first().click()
    await app.page.waitForURL(/\/traces\/[0-9a-f]{32}/)
    await app.page.getByRole('treegrid').getByText('/projects/$project/issues').first().waitFor()
  })

  it('[UI271] never report the requests that carry their reports', async () => {
    await app.open(`${OWN}/traces`)
    const sent: string[] = []
    app.page.on('request', (request) => {
      if (request.url().endsWith('/tunnel')) sent.push(request.postData() ?? '')
    })
    // Once the code for it is there, and the visit has ended; the first report is that of the page load.
    await eventually('the report of a visit', async () => {
      await visit('Releases')
      await visit('Issues')
      return sent.some((report) => report.includes('/projects/$project/releases')) || undefined
    })
    expect(sent.join('\n')).not.toMatch(/"(?:url\.full|http\.url|url|name|description)":"[^"]*\/tunnel/)
  })

  it('[UI272] work as before where the reports are refused', async () => {
    await app.page.route('**/tunnel', (route) => route.fulfill({ status: 429, body: 'no' }))
    await app.open(`/projects/${hindcast.init.project}/issues`)
    await visit('Releases')
    await visit('Issues')
    expect(app.faults).toEqual([])
    await app.page.unrouteAll({ behavior: 'wait' })
  })
})

describe('pages that do not', () => {
  let app: App
  onStage(async ({ browser, hindcast }) => {
    app = await openApp(browser, hindcast.origin)
    return app
  })

  it('[UI273] fetch no code for it and send nothing', async () => {
    const requests: string[] = []
    app.page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await app.open('/')
    await eventually('what is fetched last', () =>
      Promise.resolve(requests.some((path) => path.includes('/overlays-')) || undefined),
    )
    await app.settled()
    const session = await app.page.evaluate(async () => (await fetch('/api/v1/session')).json())
    expect((session as Session).tracesTo).toBeNull()
    expect(requests.filter((path) => /trace-client|report-client|tunnel/.test(path))).toEqual([])
  })
})
