import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { eventually } from './eventually.ts'
import { CLIENTS } from './paths.ts'
import { run } from './run.ts'
import { printedBy } from './sentry-cli.ts'
import { recordSpans, type RecordedSpan } from './span-recorder.ts'

export interface ShopConfig {
  readonly dsn?: string
  readonly release?: string
  /** Without the SDK's own integration for tracing. */
  readonly withoutTracing?: boolean
  /** Without the connection of the router. */
  readonly withoutRouter?: boolean
  /** With an SDK whose functions throw. */
  readonly withBrokenSdk?: boolean
}

export async function buildRoutedShop(home: string, router: string, sdk: string): Promise<string> {
  const dist = join(home, `${router}-${sdk.replace(/\W/g, '-')}`)
  const script = join(CLIENTS, 'node/build-routed-shop.ts')
  // The test runner's own setting would choose other files of the packages.
  const env = { NODE_ENV: 'production' }
  await printedBy(run(process.execPath, [script, router, sdk, dist], { env }), `the shop with ${router}`)
  return dist
}

/** The facts of a span under that noun, without their prefix. */
export function factsOf(span: RecordedSpan, noun = 'navigation'): Record<string, unknown> {
  const prefix = `hindcast.${noun}.`
  const own = Object.entries(span.attributes).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]))
}

export interface Told {
  readonly spans: readonly RecordedSpan[]
  /** Of navigations, in the order in which they began. */
  readonly navigations: ReadonlyArray<Record<string, unknown>>
  readonly faults: readonly string[]
}

/** The time that a navigation is watched after its page is there. */
const SETTLED_MS = 400

export async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(SETTLED_MS)
}

export async function open(page: Page, link: string, heading: string | RegExp): Promise<void> {
  await page.getByRole('link', { name: link, exact: true }).click()
  await page.getByRole('heading', { name: heading }).waitFor()
  await settle(page)
}

/** A visitor opens the first page, does something, and leaves; answers what the SDK told until so many navigations were. */
export async function visitShop(
  browser: Browser,
  url: string,
  config: ShopConfig,
  count: number,
  act: (page: Page) => Promise<void>,
): Promise<Told> {
  const recorder = await recordSpans()
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  try {
    await page.addInitScript((given) => void Object.assign(window, { config: given }), {
      dsn: recorder.dsn,
      release: 'shop@1',
      ...config,
    })
    await page.goto(url)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await act(page)
    await page.goto('about:blank')
    const navigations = await eventually(`${count} navigations`, async () => {
      const told = recorder.spans().filter((span) => 'hindcast.navigation.to' in span.attributes)
      return told.length >= count ? told : undefined
    })
    const inOrder = navigations.toSorted((a, b) => a.start - b.start)
    return { spans: recorder.spans(), navigations: inOrder.map((span) => factsOf(span)), faults }
  } finally {
    await page.close()
    await recorder.close()
  }
}
