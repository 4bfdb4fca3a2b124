import type { Browser, Page } from 'playwright-core'

/** Something of `examples/next-shop` that fails when it is opened. */
export interface Failure {
  readonly of: string
  readonly path: string
  readonly route: string
  readonly title: string
  readonly act?: (page: Page) => Promise<unknown>
}

export const pay = (page: Page) => page.getByRole('button', { name: 'Pay' }).click()

/** Failures whose page shows a number. */
export const WITH_NUMBER: readonly Failure[] = [
  {
    of: 'a component without an error page',
    path: '/break/bare/4711',
    route: '/break/bare/[id]',
    title: 'the orders database is away',
  },
  {
    of: 'a component under an error page',
    path: '/break/boundary/4712',
    route: '/break/boundary/[id]',
    title: 'the address book is away',
  },
  {
    of: 'a component in Suspense',
    path: '/break/suspense/4713',
    route: '/break/suspense/[id]',
    title: 'the reviews database is away',
  },
  {
    of: 'metadata',
    path: '/break/metadata/4714',
    route: '/break/metadata/[id]',
    title: 'the title service is away',
  },
  {
    of: 'a component that the SDK wraps',
    path: '/break/wrapped/4715',
    route: '/break/wrapped/[id]',
    title: 'the stock database is away',
  },
  {
    of: 'the action of a form',
    path: '/break/form-action',
    route: '/break/form-action',
    title: 'the card reader does not answer',
    act: pay,
  },
  {
    of: 'an action in a transition',
    path: '/break/transition-action',
    route: '/break/transition-action',
    title: 'the card has expired',
    act: pay,
  },
  {
    of: 'a wrapped action',
    path: '/break/wrapped-action',
    route: '/break/wrapped-action',
    title: 'the bank does not answer',
    act: pay,
  },
]

/** Failures without a number on the page: none was made, nothing shows, or the page shows what it says itself. */
export const WITHOUT_NUMBER: ReadonlyArray<
  readonly [of: string, path: string, title: RegExp, route: string | undefined]
> = [
  ['a component that fails on both sides', '/break/both-sides', /reading 'toFixed'/, '/break/both-sides'],
  ['a route handler', '/break/handler', /parcel service/, '/break/handler'],
  // It answers before any route is looked for.
  ['the proxy', '/break/proxy', /sign-in service/, undefined],
  ['the Pages Router', '/gift-cards/broken', /gift card service/, '/gift-cards/[code]'],
  ['a component that fails in the browser', '/break/render', /reading 'length'/, '/break/render'],
  ['an effect', '/break/effect', /map could not be drawn/, '/break/effect'],
  ['an action that nobody waits for', '/break/forgotten-action', /invoice/, '/break/forgotten-action'],
  ['a component that only fails on the server', '/break/server-render', /no window/, '/break/server-render'],
  ['a text that differs', '/break/hydration', /#418/, '/break/hydration'],
  ['a page that is translated', '/break/translated', /removeChild/, '/break/translated'],
  ['a script that is gone', '/break/old-tab', /(?:Failed to load chunk|Loading chunk)/, '/break/old-tab'],
]

interface Visited {
  readonly page: Page
  readonly close: () => Promise<void>
}

export async function visitShop(browser: Browser, url: string, visitor = 'eve'): Promise<Visited> {
  const context = await browser.newContext()
  await context.addCookies([{ name: 'visitor', value: visitor, url }])
  const page = await context.newPage()
  await page.goto(url).catch(ignoreBlank)
  return { page, close: () => context.close() }
}

/** Chromium calls an error without a body a failed navigation. */
function ignoreBlank(error: Error): void {
  if (!error.message.includes('ERR_HTTP_RESPONSE_CODE_FAILURE')) throw error
}
