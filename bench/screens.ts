import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { bringChromium } from '../e2e/harness/chromium.ts'
import { measureBundle, type BundleSizes } from '../tools/bundle-sizes.ts'

const DIST = join(resolve(import.meta.dirname, '..'), 'packages/web/dist')
const SENDERS = 32
const PRESSES = 40
const OPENINGS = 20
/** A slow laptop on a slow network. */
const THROTTLE = { rate: 4 }
const NETWORK = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }

export interface ScreenFigures {
  readonly sizes: BundleSizes
  readonly lcpMs: readonly number[]
  readonly worstKeyMs: number
  readonly openingsMs: readonly number[]
}

export interface ScreenTarget {
  readonly origin: string
  /** Where envelopes go. */
  readonly path: string
  readonly project: string
  readonly owner: { readonly email: string; readonly password: string }
}

/** As many issues as asked for, each with a real event, through the ordinary door. */
export async function sendIssues({ origin, path }: ScreenTarget, issues: number): Promise<void> {
  let next = 0
  const sender = async () => {
    while (next < issues) {
      const response = await fetch(`${origin}${path}`, { method: 'POST', body: envelope(next++) })
      if (response.status !== 200) throw new Error(`an envelope was answered with ${response.status}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
}

function envelope(number: number): string {
  // Letters only: numbers in a name are what grouping removes.
  const word = Array.from(number.toString(26))
    .map((digit) => String.fromCodePoint(97 + Number.parseInt(digit, 26)))
    .join('')
  const frames = ['main', 'render', `handle_${word}`].map((name, index) => ({
    function: name,
    filename: `https://shop.example.com/assets/${name}.js`,
    lineno: 10 + index,
    colno: 4,
    in_app: true,
  }))
  const eventId = randomBytes(16).toString('hex')
  const event = {
    event_id: eventId,
    platform: 'javascript',
    level: 'error',
    release: `shop@4.${number % 30}`,
    user: { id: String(number % 500) },
    exception: { values: [{ type: 'TypeError', value: `${word} is undefined`, stacktrace: { frames } }] },
  }
  return `${JSON.stringify({ event_id: eventId })}\n{"type":"event"}\n${JSON.stringify(event)}\n`
}

export async function measureScreens(target: ScreenTarget): Promise<ScreenFigures> {
  const browser = await chromium.launch({
    executablePath: await bringChromium(() => undefined),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const signedIn = async () => {
    const context = await browser.newContext({
      baseURL: target.origin,
      viewport: { width: 1280, height: 800 },
    })
    const headers = { origin: target.origin }
    await context.request.post('/api/auth/sign-in/email', { data: target.owner, headers })
    return context
  }
  const address = `/projects/${target.project}/issues`
  const lcpMs: number[] = []
  for (let round = 0; round < 3; round++) lcpMs.push(await paintTime(await signedIn(), address))
  const context = await signedIn()
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('row').nth(2).waitFor()
  const openingsMs = await openingTimes(page)
  const worstKeyMs = await worstKey(context, page)
  await browser.close()
  return { sizes: measureBundle(DIST), lcpMs, worstKeyMs, openingsMs }
}

/** Cold cache, slow CPU, slow network. */
async function paintTime(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', THROTTLE)
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await page.goto(address)
  await page.getByRole('row').nth(2).waitFor()
  const paint = await page.evaluate(
    () =>
      new Promise<number>((found) => {
        new PerformanceObserver((list) => found(list.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
  await context.close()
  return paint
}

/** From the key to the next picture, as the browser itself measures it, at a quarter of the speed. */
async function worstKey(context: BrowserContext, page: Page): Promise<number> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', THROTTLE)
  await page.evaluate(() => {
    const seen = ((window as unknown as { keys: number[] }).keys = [])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.name === 'keydown') (seen as number[]).push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  for (let press = 0; press < PRESSES; press++) {
    await page.keyboard.press('j')
    await page.waitForTimeout(40)
  }
  await page.waitForTimeout(500)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return page.evaluate(() => Math.max(0, ...(window as unknown as { keys: number[] }).keys))
}

/** From Enter on a row whose neighbours were fetched ahead to the stack trace on the screen. */
async function openingTimes(page: Page): Promise<number[]> {
  const times: number[] = []
  for (let opening = 0; opening < OPENINGS; opening++) {
    await page.keyboard.press('j')
    await page.waitForTimeout(400)
    times.push(await page.evaluate(pressEnterAndWait))
    await page.goBack()
    await page.getByRole('row').nth(2).waitFor()
  }
  return times
}

function pressEnterAndWait(): Promise<number> {
  return new Promise((done) => {
    const pressed = performance.now()
    const look = () => {
      if (document.querySelector('main #stack') === null) requestAnimationFrame(look)
      else requestAnimationFrame(() => done(performance.now() - pressed))
    }
    const target = document.activeElement ?? document.body
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }),
    )
    look()
  })
}
