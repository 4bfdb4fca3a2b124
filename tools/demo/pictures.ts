import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { bringChromium } from '../../e2e/harness/chromium.ts'
import { bringExample } from '../../e2e/harness/client-packages.ts'
import { EXAMPLE, ROOT } from '../../e2e/harness/paths.ts'
import { openBrowser } from './crowd.ts'
import { findings } from './findings.ts'
import { startHindcast, uploadRoutes, type Demo } from './hindcast.ts'
import { claimPort } from './processes.ts'
import { buildPackages, buildShop, startShop } from './shop.ts'

/** Takes the README's moving picture: from the number on a broken page of the shop to the line that failed. */
const IMAGES = join(ROOT, 'docs/images')
const SIZE = { width: 1080, height: 680 }
const FRAME_MS = 2200
const LAST_MS = 4000
const REPAINT_MS = 300
const TITLE = 'the orders database is away'

/** Of sharp, which comes with the example's Next.js, what is used here. */
type Sharp = (
  frames: readonly Buffer[],
  options: { readonly join: { readonly animated: true } },
) => {
  webp(options: object): { toFile(path: string): Promise<{ readonly size: number }> }
}

const SCHEMES = ['light', 'dark'] as const
type Frames = Record<(typeof SCHEMES)[number], Buffer[]>

async function journey(browser: Browser, shop: string, demo: Demo): Promise<Frames> {
  const page = await browser.newPage({ viewport: SIZE, locale: 'en-GB', reducedMotion: 'reduce' })
  const frames: Frames = { light: [], dark: [] }
  const take = async () => {
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(REPAINT_MS)
      frames[colorScheme].push(await page.screenshot())
    }
  }
  await signIn(page, demo)
  await page.goto(shop)
  await page.getByRole('link', { name: /Driftwood mug/ }).waitFor()
  await take()
  await page.goto(`${shop}/break`)
  const link = page.getByText('A page without an error page of its own')
  await take()
  await link.click()
  const number = await page.getByText(/^ERROR \d+$/).innerText()
  await take()
  await findings(demo.reporting, number, new AbortController().signal)
  await page.goto(`${demo.reporting.origin}/find`)
  await page.getByRole('searchbox').fill(number)
  await page.getByRole('list', { name: 'Found' }).getByRole('link').waitFor()
  await take()
  await page.keyboard.press('Enter')
  await page.locator('#stack').getByText(`throw new Error('${TITLE}')`).waitFor()
  await page.getByRole('region', { name: 'In the browser' }).waitFor()
  await page.getByText('This event:').waitFor()
  await take()
  await page.close()
  return frames
}

async function signIn(page: Page, { reporting, account }: Demo): Promise<void> {
  await page.goto(`${reporting.origin}/sign-in?next=/find`)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('searchbox').waitFor()
}

await bringExample(console.log)
await buildPackages()
const demo = await startHindcast(0)
const { reporting } = demo
await buildShop(reporting)
await uploadRoutes(reporting)
const shop = await startShop(await claimPort(0, ''), reporting)
const browser = await openBrowser(await bringChromium(console.log))
const sharp = createRequire(join(EXAMPLE, 'package.json'))('sharp') as Sharp
const taken = await journey(browser, shop.url, demo)
for (const colorScheme of SCHEMES) {
  const frames = taken[colorScheme]
  const delay = frames.map((_, index) => (index === frames.length - 1 ? LAST_MS : FRAME_MS))
  const file = join(IMAGES, `digest-${colorScheme}.webp`)
  const { size } = await sharp(frames, { join: { animated: true } })
    .webp({ quality: 82, effort: 6, delay, loop: 0 })
    .toFile(file)
  console.log(`${file}: ${Math.round(size / 1024)} kB`)
}
await browser.close()
shop.stop()
await demo.close()
