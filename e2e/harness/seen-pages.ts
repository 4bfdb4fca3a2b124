import type { BrowserContext, Page } from 'playwright-core'

const MOST_CHARS = 3000
const MOST_REQUESTS = 20

interface Seen {
  readonly context: BrowserContext
  /** Requests that failed, and answers that say so. */
  readonly failed: string[]
}

const open = new Set<Seen>()

export function watchPages(context: BrowserContext): void {
  const failed: string[] = []
  const seen = { context, failed }
  open.add(seen)
  context.on('close', () => open.delete(seen))
  context.on('response', (response) => {
    if (response.status() >= 400)
      failed.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
  context.on('requestfailed', (request) =>
    failed.push(`${request.failure()?.errorText} ${request.method()} ${request.url()}`),
  )
}

/** Every page that is open, as a person would describe it. */
export async function describePages(): Promise<string> {
  const pages = [...open].flatMap(({ context }) => context.pages())
  const failed = [...open].flatMap((seen) => seen.failed.slice(-MOST_REQUESTS))
  return [...(await Promise.all(pages.map(describe))), ...failed].join('\n')
}

async function describe(page: Page): Promise<string> {
  const words = await page.innerText('body', { timeout: 5000 }).catch((error: Error) => error.message)
  return `page ${page.url()}\n${words.slice(0, MOST_CHARS)}`
}
