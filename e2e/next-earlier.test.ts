import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from './harness/app.ts'
import { bringEarlierNext } from './harness/client-packages.ts'
import { lookUp } from './harness/look-up.ts'
import { buildNextApp, installPackage, startNextApp, type NextApp } from './harness/next-app.ts'
import { NEXT_EARLIER } from './harness/paths.ts'
import { onStageWithApp, type Stage } from './harness/stage.ts'

const SHOP = join(NEXT_EARLIER, 'shop')
const BUILD_MS = 600_000

let stage: Stage
let app: App

onStageWithApp((...given) => {
  ;[stage, app] = given
})

describe.each(['14', '15'])('Next.js %s', (major) => {
  let shop: NextApp
  beforeAll(async () => {
    const dir = await bringEarlierNext(major, console.log)
    await rm(join(dir, '.next'), { recursive: true, force: true })
    await cp(SHOP, dir, { recursive: true })
    await installPackage(dir, 'integration', 'tunnel')
    const env = { SHOP_DSN: stage.hindcast.dsn }
    await buildNextApp(dir, env)
    shop = await startNextApp(dir, env)
  }, BUILD_MS)
  afterAll(() => shop?.stop())

  it.each([
    ['a server component', '/orders/7', 'the orders database is away', () => Promise.resolve()],
    ['a server component in a boundary', '/stock', 'the stock database is away', () => Promise.resolve()],
    [
      'a wrapped server action',
      '/checkout',
      'the bank does not answer',
      (page: Page) => page.getByRole('button', { name: 'Pay' }).click(),
    ],
  ])('[NX37] the number that a visitor reads leads to the error of %s', async (_, path, title, act) => {
    const page = await stage.browser.newPage()
    const config = { dsn: stage.hindcast.dsn, release: 'shop@1.0', tunnel: '/monitoring' }
    await page.addInitScript((given) => void Object.assign(window, { config: given }), config)
    await page.goto(shop.url + path)
    await act(page)
    const shown = await page.getByText(/^Digest: \d+$/).innerText()
    const tags = await lookUp(app, stage.hindcast, shown, title)
    expect(`Digest: ${tags['nextjs.digest']}`).toBe(shown)
    await page.close()
  })
})
