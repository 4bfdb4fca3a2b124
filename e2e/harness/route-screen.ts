import { writeFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import type { App } from './app.ts'
import { eventually } from './eventually.ts'
import type { Installation } from './installation.ts'
import { HINDCAST, ROOT } from './paths.ts'
import { run } from './run.ts'
import { printedBy } from './sentry-cli.ts'

export interface RoutedProject {
  readonly origin: string
  readonly token: string
  readonly project: string
  readonly dsn: string
}

const hindcast = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  printedBy(
    run(process.execPath, [HINDCAST, ...args], { cwd: ROOT, env: { ...process.env, ...env } }),
    `hindcast ${args[0]} ${args[1]}`,
  )

/** A project of its own for one application. */
export async function createRoutedProject(
  { origin, init, dataDir }: Installation,
  name: string,
): Promise<RoutedProject> {
  const made = JSON.parse(await hindcast(['project', 'create', name, '--json', '--data', dataDir])) as {
    readonly project: string
    readonly dsn: string
  }
  const { username, pathname } = new URL(made.dsn)
  const dsn = origin.replace('://', `://${username}@`) + pathname
  return { origin, token: init.token, project: made.project, dsn }
}

/** Uploads the routes of a release as a build would: a folder, or a file. */
export async function uploadRoutes(
  { origin, token, project }: RoutedProject,
  path: string,
  release: string,
): Promise<void> {
  const args = ['routes', 'upload', path, '--release', release, '--project', project]
  await hindcast(args, { HINDCAST_URL: origin, HINDCAST_TOKEN: token })
}

/** The routes of an application that lists them on its page, as a file. */
export async function writeRouteList(page: Page, file: string): Promise<void> {
  const list = await page.evaluate(() => (window as unknown as { routeList: unknown }).routeList)
  await writeFile(file, JSON.stringify(list))
}

export interface Visit {
  readonly path: string
  readonly heading: string
  /** A link to follow from there, and the heading behind it. */
  readonly follow?: readonly [link: string, heading: string]
}

/** Somebody opens each of the pages in a tab of its own, and leaves. */
export async function visitPages(
  browser: Browser,
  url: string,
  config: { readonly dsn: string; readonly release: string },
  visits: readonly Visit[],
): Promise<void> {
  for (const { path, heading, follow } of visits) {
    const page = await browser.newPage()
    await page.addInitScript((given) => void Object.assign(window, { config: given }), config)
    await page.goto(url + path)
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    if (follow !== undefined) {
      await page.getByRole('link', { name: follow[0] }).click()
      await page.getByRole('heading', { name: follow[1], exact: true }).waitFor()
    }
    // What waits is sent when the page is left; closed, it would be cut off.
    await page.goto('about:blank')
  }
}

/** What the screen of routes lists, in no order, once so many visits are there. */
export async function listedRoutes(
  app: App,
  { origin, token, project }: RoutedProject,
  visits: number,
): Promise<readonly string[]> {
  await eventually(`${visits} visits`, async () => {
    const response = await fetch(`${origin}/api/v1/projects/${project}/route-stats`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { routes } = (await response.json()) as {
      readonly routes: ReadonlyArray<Record<'pageloads' | 'navigations', { readonly sampled: number }>>
    }
    const counts = routes.map(({ pageloads, navigations }) => pageloads.sampled + navigations.sampled)
    return counts.reduce((sum, count) => sum + count, 0) >= visits ? counts : undefined
  })
  await app.open(`/projects/${project}/routes`)
  await app.page.locator('tbody tr').first().waitFor()
  const links = await app.page.locator('tbody tr th a, tbody tr td:first-child a').allInnerTexts()
  return links.map((text) => text.trim()).toSorted()
}
