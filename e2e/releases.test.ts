import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReleaseSummary } from '@hindcast/contract/releases/releases.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESK, openApp, PHONE, sendEvent, type App } from './harness/app.ts'
import { launchBrowser } from './harness/browser.ts'
import { bundle } from './harness/bundle.ts'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { openPageOrigin, type PageOrigin } from './harness/page-origin.ts'
import { CLIENTS } from './harness/paths.ts'
import { run } from './harness/run.ts'
import { printedBy, runSentryCli } from './harness/sentry-cli.ts'
import { visit } from './harness/visit.ts'

const OLD = 'shop@1.9.0'
const NEW = 'shop@1.10.0'
/** The newest says `unhandled` where the older one says `crashed`. */
const SDKS = ['sentry-browser-11', 'sentry-browser-8']

let hindcast: Installation
let site: PageOrigin
let browser: Browser
let app: App
let home: string

beforeAll(async () => {
  ;[hindcast, site, browser] = await Promise.all([install(), openPageOrigin(), launchBrowser()])
  home = await mkdtemp(join(tmpdir(), 'hindcast-releases-'))
  for (const sdk of SDKS) site.add(sdk, await bundle({ page: 'released', sdk }))
  app = await openApp(browser, hindcast.origin)
})
afterAll(async () => {
  expect(app?.faults ?? []).toEqual([])
  await browser?.close()
  await site?.close()
  await rm(home, { recursive: true, force: true })
  expect(await hindcast?.close()).toBe(0)
})

/** Opens the page and leaves it, with or without a crash in between. */
async function browse(sdk: string, release: string, crash = false): Promise<void> {
  const config = { dsn: hindcast.dsn, release }
  const answered = (count: number, answers: readonly unknown[]) =>
    eventually('the answers to the page', () => Promise.resolve(answers.length >= count || undefined))
  await visit(
    browser,
    { url: `${site.url}/${sdk}/`, server: hindcast.origin, config },
    async ({ page, answers, sentEvent }) => {
      await answered(1, answers)
      if (!crash) return
      await page.evaluate((name) => window.play(name), 'uncaught error')
      await hindcast.api.awaitEvent(await sentEvent())
      await answered(3, answers)
    },
  )
}

async function releases(): Promise<readonly ReleaseSummary[]> {
  const response = await hindcast.api.get(`/api/v1/projects/${hindcast.init.project}/releases`)
  return ((await response.json()) as { releases: ReleaseSummary[] }).releases
}

describe('releases known only from traffic', () => {
  it('[RE30] are on screen with adoption and crash-free sessions, as real SDKs report them', async () => {
    for (const sdk of SDKS) await browse(sdk, OLD)
    for (const sdk of SDKS) {
      await browse(sdk, NEW)
      await browse(sdk, NEW)
      await browse(sdk, NEW, true)
    }
    const [newest] = await eventually('the sessions', async () => {
      const found = await releases()
      const [first] = found
      const isWhole = first?.health.sessions === 6 && first.health.crashed + first.health.unhandled === 2
      return isWhole ? found : undefined
    })
    expect(newest).toMatchObject({ version: NEW, health: { sessions: 6, crashed: 1, unhandled: 1 } })
    await app.open(`/projects/${hindcast.init.project}/releases`)
    const row = app.page.getByRole('row', { name: NEW })
    await row.waitFor()
    expect(await row.innerText()).toMatch(/75\s?%\s+adopted/)
    expect(await row.innerText()).toContain('66.66')
    expect(await app.page.getByRole('row').allInnerTexts()).toHaveLength(3)
    expect((await releases()).map(({ version }) => version)).toEqual([NEW, OLD])
  })

  it('[RE30] are compared with the one before in one line, by keyboard from anywhere', async () => {
    await app.open(`/projects/${hindcast.init.project}/intake`)
    await app.page.keyboard.press('g')
    await app.page.keyboard.press('r')
    await app.page.getByRole('link', { name: NEW }).first().waitFor()
    await app.page.keyboard.press('j')
    await app.page.keyboard.press('Enter')
    const line = app.page.getByRole('heading', { level: 2, name: /new issue/ })
    await line.waitFor()
    expect(await line.innerText()).toMatch(/^\d new issues?; crash-free sessions 100% → 66.66%; /)
    const chosen = app.page.getByRole('combobox', { name: 'Compared with' })
    expect(await chosen.inputValue()).toBe(OLD)
    const fresh = app.page.getByRole('list', { name: 'New in this release' })
    expect(await fresh.getByRole('link').count()).toBeGreaterThan(0)
    await app.page.keyboard.press('[')
    await app.page.getByRole('heading', { level: 1, name: OLD }).waitFor()
  })
})

describe('releases reported by sentry-cli', () => {
  it('[RE31] show their commits and deploys, and issues the commit that may have brought them', async () => {
    const repository = await aRepository()
    const cli = (...args: readonly string[]) =>
      printedBy(runSentryCli(3, { hindcast, home, cwd: repository }, args), args.join(' '))
    await cli('releases', 'set-commits', NEW, '--local', '--initial-depth', '5')
    await cli('deploys', 'new', '--release', NEW, '--env', 'production', '--name', 'friday')
    await app.open(`/projects/${hindcast.init.project}/releases/${NEW}`)
    const commits = app.page.getByRole('list', { name: 'Commits', exact: true })
    await commits.waitFor()
    expect(await commits.innerText()).toContain('Round prices')
    expect(await commits.innerText()).toContain('Ada')
    const deploys = app.page.getByRole('list', { name: 'Deploys' })
    expect(await deploys.innerText()).toMatch(/production\s+friday/)

    const frame = { filename: '/srv/shop/src/cart.js', function: 'total', lineno: 3, in_app: true }
    const thrown = { type: 'RangeError', value: 'no price', stacktrace: { frames: [frame] } }
    const { eventId } = await sendEvent(hindcast.dsn, {
      platform: 'node',
      release: NEW,
      exception: { values: [thrown] },
    })
    const { issueId } = await hindcast.api.awaitEvent(eventId)
    await app.open(`/issues/${issueId}`)
    const suspect = app.page.getByRole('heading', { name: 'Suspect commit' })
    await suspect.waitFor()
    const about = await app.page.getByRole('complementary', { name: 'About this issue' }).innerText()
    expect(about).toContain('Round prices')
    expect(about).toMatch(/src\/cart\.js, where the error was thrown: total:3/)
  })

  it('[RE31] are marked on the charts of issues', async () => {
    await app.open(`/projects/${hindcast.init.project}/issues`)
    await app.page.getByText('2 releases').waitFor()
    expect(await drawnTicks()).toHaveLength(2)
  })

  it('[UI215] are marked on the backtest chart of an alert', async () => {
    await app.open('/alerts/new')
    await app.page.getByText('2 releases').waitFor()
    expect(await drawnTicks()).toHaveLength(2)
  })

  const drawnTicks = async () => {
    const layers = await app.page.evaluate(() =>
      document.documentElement.style.getPropertyValue('--release-ticks'),
    )
    return layers.match(/linear-gradient/g)
  }
})

describe('a verdict', () => {
  it('[UI210] fits a phone with its words whole, whatever the releases are called', async () => {
    const { eventId } = await sendEvent(hindcast.dsn, { release: 'x'.repeat(190), message: 'a long name' })
    await hindcast.api.awaitEvent(eventId)
    await app.page.setViewportSize(PHONE)
    for (const version of [NEW, 'x'.repeat(190)]) {
      await app.open(`/projects/${hindcast.init.project}/releases/${version}`)
      const table = app.page.getByRole('table', { name: 'Before and after' })
      await table.waitFor()
      const { beyond, lines } = await table.evaluate((shown) => {
        const text = document.createRange()
        text.selectNodeContents(shown.querySelector('thead th:last-child')!)
        return {
          beyond: document.documentElement.scrollWidth - innerWidth,
          lines: new Set(Array.from(text.getClientRects(), ({ top }) => top)).size,
        }
      })
      expect([beyond, lines], version).toEqual([0, 1])
    }
    await app.page.setViewportSize(DESK)
  })

  it('[UI211] says in the language of its reader what a script lacks', async () => {
    await app.open(`/de/projects/${hindcast.init.project}/releases/${NEW}`)
    await app.page.getByText('Die Source Maps dieses Builds hochladen').first().waitFor()
    await app.open(`/en/projects/${hindcast.init.project}/releases/${NEW}`)
    await app.page.getByText('Upload the source maps of this build').first().waitFor()
  })
})

describe('the address of a verdict', () => {
  const base = () => `/projects/${hindcast.init.project}/releases`

  it('[UI214] that compares with a release that is gone says so, and offers the others', async () => {
    await app.open(`${base()}/${NEW}?against=gone@9`)
    await app.page.getByText('Release “gone@9” not found in this project.').waitFor()
    await app.page.getByRole('combobox', { name: 'Compared with' }).selectOption(OLD)
    await app.page.getByRole('heading', { level: 2, name: /crash-free sessions/ }).waitFor()
    await app.open(`${base()}/gone@9`)
    await app.page.getByRole('heading', { name: 'Page not found' }).waitFor()
  })

  it('[UI214] leads to the issues of the release, whatever it is called', async () => {
    for (const version of ['quo"te\\@1', 'my app (beta) 1', 'star*,comma@1']) {
      const thrown = { type: 'OddlyNamed', value: version }
      const { eventId } = await sendEvent(hindcast.dsn, {
        release: version,
        exception: { values: [thrown] },
        fingerprint: [version],
      })
      await hindcast.api.awaitEvent(eventId)
      await app.open(`${base()}/${encodeURIComponent(version)}`)
      await app.page.getByRole('link', { name: 'Issues in this release' }).click()
      await app.page.getByText('1 issue', { exact: true }).waitFor()
      await app.page.getByText('OddlyNamed').first().waitFor()
      expect(await app.page.locator('main').innerText()).toContain(`OddlyNamed ${version}`)
    }
  })
})

async function aRepository(): Promise<string> {
  const dir = join(home, 'repository')
  const git = (...args: readonly string[]) =>
    printedBy(
      run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@x.test', ...args], { cwd: dir }),
      args.join(' '),
    )
  await cp(join(CLIENTS, 'vite-shop'), join(dir, 'src'), { recursive: true })
  await git('init', '--quiet')
  await git('add', '.')
  await git('commit', '--quiet', '--message', 'Open the shop')
  await writeFile(join(dir, 'src/cart.js'), 'export const total = 0\n')
  await git('add', '.')
  await git('commit', '--quiet', '--message', 'Round prices')
  await git('remote', 'add', 'origin', 'https://git.test/acme/shop.git')
  return dir
}
