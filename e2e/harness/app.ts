import { randomBytes } from 'node:crypto'
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { eventually } from './eventually.ts'
import { OWNER } from './server.ts'

export interface App {
  readonly page: Page
  /** Script errors and blocked resources so far: there must be none. */
  readonly faults: readonly string[]
  /** Waits until nothing more is on its way. */
  settled(): Promise<void>
  /** Another address of the application, by a full load. */
  open(path: string): Promise<void>
  /** Another address without leaving the page, as a link would. */
  follow(path: string): Promise<void>
  close(): Promise<void>
}

export const DESK = { width: 1280, height: 800 }
export const PHONE = { width: 390, height: 844 }

/** A signed-in person in front of the application. */
export async function openApp(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<App> {
  const storageState = await sessionAt(browser, origin)
  const context = await browser.newContext({
    viewport: DESK,
    locale: 'en-GB',
    baseURL: origin,
    storageState,
    ...options,
  })
  const page = await context.newPage()
  const faults = watchFaults(page)
  const settled = watchRequests(page)
  return {
    page,
    faults,
    settled,
    open: async (path) => {
      await page.goto(path)
      await settled()
    },
    follow: async (path) => {
      await page.evaluate((href) => {
        history.pushState({ key: crypto.randomUUID?.() }, '', href)
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
      }, path)
      await settled()
    },
    close: () => context.close(),
  }
}

/** Collects script errors, blocked resources and missing translations. */
export function watchFaults(page: Page): readonly string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Uncompiled message/.test(message.text())) faults.push(message.text())
  })
  return faults
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>
const sessions = new Map<string, Promise<Session>>()

/** One sign-in per server, because of the sign-in limit. */
function sessionAt(browser: Browser, origin: string): Promise<Session> {
  const known = sessions.get(origin)
  if (known !== undefined) return known
  const session = signIn(browser, origin)
  sessions.set(origin, session)
  return session
}

async function signIn(browser: Browser, origin: string): Promise<Session> {
  const context = await browser.newContext({ baseURL: origin })
  const answer = await context.request.post('/api/auth/sign-in/email', { data: OWNER, headers: { origin } })
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}: ${await answer.text()}`)
  const session = await context.storageState()
  await context.close()
  return session
}

/** Longer than a busy machine needs between one answer and the next question. */
const QUIET_MS = 300

/** Rendered, with no pending request except the live stream. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let last = performance.now()
  const done = (request: Request) => {
    if (open.delete(request)) last = performance.now()
  }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/live') return
    open.add(request)
    last = performance.now()
  })
  page.on('requestfinished', done)
  page.on('requestfailed', done)
  return async () => {
    await page.locator('main').first().waitFor()
    await eventually('a page at rest', () =>
      Promise.resolve((open.size === 0 && performance.now() - last > QUIET_MS) || undefined),
    )
  }
}

export interface SentEvent {
  readonly eventId: string
}

/** Sends an event to the ingest endpoint, without an SDK. */
export async function sendEvent(dsn: string, event: object): Promise<SentEvent> {
  const { eventId, status } = await postEvent(dsn, event)
  if (status !== 200) throw new Error(`the event was answered with ${status}`)
  return { eventId }
}

/** The same where it may be refused. */
export async function postEvent(
  dsn: string,
  event: object,
): Promise<SentEvent & { readonly status: number }> {
  const { origin, username, pathname } = new URL(dsn)
  const eventId = randomBytes(16).toString('hex')
  const body = JSON.stringify({ event_id: eventId, platform: 'javascript', level: 'error', ...event })
  const { status } = await fetch(`${origin}/api${pathname}/store/?sentry_key=${username}`, {
    method: 'POST',
    body,
  })
  return { eventId, status }
}

/** An error that is an issue of its own by this name, thrown at one place. */
export function namedError(name: string): object {
  const frame = {
    abs_path: 'https://shop.example/cart.js',
    function: name,
    lineno: 1,
    colno: 1,
    in_app: true,
  }
  return { exception: { values: [{ type: name, value: name, stacktrace: { frames: [frame] } }] } }
}
