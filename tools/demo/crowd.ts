import { chromium, type Browser, type Page } from 'playwright-core'

/** What the crowd brought home. */
export interface Seen {
  /** What the last broken page said, e.g. `ERROR 1170966708`. */
  readonly number: string | undefined
}

type Visit = (page: Page, url: string) => Promise<unknown>

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()

async function buyMug(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await link(page, 'Shop')
  await heading(page, 'Everything')
  await link(page, 'kitchen')
  await heading(page, 'kitchen')
  await page.getByRole('link', { name: /Driftwood mug/ }).click()
  await heading(page, 'Driftwood mug')
  await button(page, 'Add to cart')
  await heading(page, 'Your cart')
  await button(page, 'Order')
  await heading(page, /^Order \d+/)
}

async function lookAround(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await link(page, 'Lookbook')
  await heading(page, 'Lookbook')
  await page.getByRole('link', { name: /Rainy Sunday/ }).click()
  await page.getByRole('dialog', { name: 'Look' }).waitFor()
  await page.getByRole('link', { name: /Tide vase/ }).click()
  await heading(page, 'Tide vase')
  await link(page, 'Guides')
  await heading(page, 'How we deliver')
  await link(page, 'Oil wood once a year')
  await heading(page, 'Oil wood once a year')
  await link(page, 'About')
  await heading(page, 'About us')
  await link(page, 'Deutsch')
  await heading(page, 'Über uns')
}

async function followOldLinks(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/old-shop/outside`)
  await heading(page, 'outside')
  await page.goto(`${url}/p/chair`)
  await heading(page, 'Pier chair')
  await page.goto(`${url}/today`)
  await heading(page, 'Harbour lantern')
  await link(page, 'Gift cards')
  await heading(page, 'Gift cards')
  await link(page, 'sea-50')
  await heading(page, 'Gift card sea-50')
  await page.goto(`${url}/washed/away`)
}

interface Broken {
  /** A button to press there. */
  readonly press?: string
  /** What shows that it failed, where that takes time. */
  readonly shows?: string | RegExp
}

/** Opens one of the broken pages from the list, as a person would. */
const breaks =
  (what: string, { press, shows }: Broken = {}): Visit =>
  async (page, url) => {
    await page.goto(`${url}/break`)
    await page.locator('.breaks').getByText(what, { exact: true }).click()
    if (press !== undefined) {
      // A form that is sent before its page is alive leads to another page than the one that is shown here.
      await page.waitForLoadState('networkidle')
      await button(page, press)
    }
    if (shows !== undefined) await page.getByText(shows).first().waitFor()
  }

const OURS = 'That went wrong'

const VISITS: ReadonlyArray<readonly [name: string, visit: Visit]> = [
  ['ada', buyMug],
  ['zoe', lookAround],
  ['max', followOldLinks],
  ['ida', breaks('A page with an error page of its own', { shows: OURS })],
  ['tom', breaks('A part of a page that comes later', { shows: OURS })],
  ['eva', breaks('Pay with a form', { press: 'Pay', shows: OURS })],
  ['jon', breaks('A component while it renders', { shows: OURS })],
  ['kim', breaks('A button')],
  ['lea', buyMug],
  ['ben', breaks('A route handler')],
  ['mia', breaks('The browser translates the page', { shows: OURS })],
  ['sam', breaks('Server and browser disagree about a text')],
  ['lou', breaks('A tab that is older than the deployment', { shows: OURS })],
  ['amy', lookAround],
  ['leo', breaks('A page without an error page of its own', { shows: /^ERROR \d+/ })],
  ['nia', breaks('A page without an error page of its own', { shows: /^ERROR \d+/ })],
]

/** Time for the SDK to send what waits. */
const SENDING_MS = 700
const VISIT_TIMEOUT_MS = 45_000
/** A visitor mostly reads. */
const AT_A_TIME = 2

export function openBrowser(executablePath: string): Promise<Browser> {
  const asRoot = process.getuid?.() === 0
  const args = ['--disable-dev-shm-usage', ...(asRoot ? ['--no-sandbox'] : [])]
  // Ctrl-C is handled here: the browser would end this process before the servers have stopped.
  return chromium.launch({ executablePath, args, handleSIGINT: false, handleSIGTERM: false })
}

/** All visitors, two at a time. A visit that does not go as planned is told, and the others go on. */
export async function sendCrowd(
  browser: Browser,
  url: string,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<Seen> {
  const waiting = [...VISITS]
  let number: string | undefined
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
      const [name, visit] = next
      try {
        number = (await visitAs(browser, url, name, visit)) ?? number
      } catch (error) {
        if (!signal.aborted)
          say(`the visit of ${name} ended early: ${(error as Error).message.split('\n')[0]}`)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, lane))
  return { number }
}

/** Answers the number that the last page showed. */
async function visitAs(
  browser: Browser,
  url: string,
  name: string,
  visit: Visit,
): Promise<string | undefined> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB' })
  try {
    context.setDefaultTimeout(VISIT_TIMEOUT_MS)
    await context.addCookies([{ name: 'visitor', value: name, url }])
    const page = await context.newPage()
    await visit(page, url)
    await page.waitForTimeout(SENDING_MS)
    const shown = page.getByText(/^(?:ERROR|Digest:) \S+$/)
    const number = (await shown.count()) > 0 ? await shown.first().innerText() : undefined
    // What waits is sent when the page is left.
    await page.goto('about:blank')
    return number
  } finally {
    await context.close().catch(() => undefined)
  }
}
