import { describe, expect, it } from 'vitest'
import { ALL_ENDPOINTS } from '@hindcast/contract/routes.ts'
import { DESK, openApp, PHONE, type App } from './harness/app.ts'
import { onStage } from './harness/stage.ts'

/** The page is large, and a busy machine paints it late. */
const SLOW = { timeout: 30_000 }

/** The API reference, opened by a signed-in user. */
describe('the API reference', () => {
  let app: App
  /** Console errors of the page, and requests to other servers. */
  const complaints: string[] = []
  const strangers: string[] = []

  onStage(async ({ hindcast, browser }) => {
    app = await openApp(browser, hindcast.origin)
    app.page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    app.page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== hindcast.origin && protocol !== 'data:') strangers.push(request.url())
    })
    return app
  })

  const operations = () => app.page.locator('.opblock')
  /** How bright what the page is painted on is, from 0 to 255. */
  const brightness = () =>
    app.page.evaluate(() => {
      const colour = getComputedStyle(document.documentElement).backgroundColor
      return colour === 'rgba(0, 0, 0, 0)' ? 255 : Number(/\d+/.exec(colour)![0])
    })
  /** Swagger UI draws what is near the window only, so the page has to be scrolled to see everything. */
  const scroll = async (until: () => Promise<boolean>) => {
    const height = await app.page.evaluate(() => document.documentElement.scrollHeight)
    for (let top = 0; top <= height; top += 300) {
      await app.page.evaluate((to) => scrollTo(0, to), top)
      await app.page.waitForTimeout(100)
      if (await until()) return
    }
  }
  const openList = async () => {
    const list = app.page.getByRole('button', {
      name: 'GET /api/v1/projects/{project}/issues List issues',
    })
    await scroll(async () => (await list.count()) > 0)
    await list.click()
    await app.page.getByRole('heading', { name: 'Responses' }).first().waitFor()
  }

  it('[AP88] shows every endpoint, with no error and no request to another server', async () => {
    await app.page.goto('/api/v1/docs')
    await operations().first().waitFor()
    const shown = new Set<string>()
    await scroll(async () => {
      for (const id of await operations().evaluateAll((blocks) => blocks.map((block) => block.id)))
        shown.add(id)
      return shown.size === Object.keys(ALL_ENDPOINTS).length
    })
    expect(shown.size).toBe(Object.keys(ALL_ENDPOINTS).length)
    await openList()
    expect(complaints).toEqual([])
    expect(strangers).toEqual([])
  })

  it('[AP88] calls an endpoint as the signed-in user', async () => {
    await app.page.getByText('Get the signed-in user', { exact: true }).last().click()
    const open = app.page.locator('.opblock.is-open', { hasText: '/api/v1/session' }).first()
    await open.getByRole('button', { name: 'Try it out' }).click()
    await open.getByRole('button', { name: 'Execute' }).click()
    await open.getByText('owner@example.com').first().waitFor()
    expect(complaints).toEqual([])
    expect(strangers).toEqual([])
  })

  it('[AP88] fits a phone', async () => {
    await app.page.setViewportSize(PHONE)
    const overflow = () => app.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(() => app.page.evaluate(() => innerWidth), SLOW).toBe(PHONE.width)
    await expect.poll(overflow, SLOW).toBeLessThanOrEqual(0)
    await app.page.setViewportSize(DESK)
  })

  it('[AP88] is light or dark as the system is, unless the application was set to one', async () => {
    await app.page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(brightness, SLOW).toBeLessThan(80)
    await app.page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(brightness, SLOW).toBeGreaterThan(200)
    await app.page.evaluate(() => localStorage.setItem('hindcast:theme', 'dark'))
    await app.page.reload({ waitUntil: 'domcontentloaded' })
    await expect.poll(brightness, SLOW).toBeLessThan(80)
    await app.page.evaluate(() => localStorage.removeItem('hindcast:theme'))
  })
})
