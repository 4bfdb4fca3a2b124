import type { Browser, Page } from 'playwright-core'
import type { PageConfig } from '../clients/pages/scenario.ts'
import { eventually } from './eventually.ts'

export interface Visit {
  readonly page: Page
  /** Answers of the server to what the page's SDK posted: path and status. */
  readonly answers: readonly { readonly path: string; readonly status: number }[]
  /** Id of the first event the SDK sent. */
  readonly sentEvent: () => Promise<string>
}

export interface VisitOptions {
  readonly url: string
  readonly server: string
  readonly config: PageConfig
}

/** Opens the page in a fresh tab, does something there, and closes it once the server has answered. */
export async function visit<T>(
  browser: Browser,
  options: VisitOptions,
  act: (visit: Visit) => Promise<T>,
): Promise<T> {
  const page = await browser.newPage()
  const answers: { path: string; status: number }[] = []
  page.on('response', (response) => {
    const url = new URL(response.url())
    if (url.origin === options.server) answers.push({ path: url.pathname, status: response.status() })
  })
  try {
    await page.addInitScript((config) => {
      window.config = config
    }, options.config)
    await page.goto(options.url)
    return await act({
      page,
      answers,
      sentEvent: () => eventually('an event of the page', () => page.evaluate(() => window.sent[0])),
    })
  } finally {
    await page.close()
  }
}
