import { describe, expect, it } from 'vitest'
import type { ErrorEvent } from '#domain/events/error-event.ts'
import { NO_FILTERS } from '#domain/projects/project.ts'
import type { InboundFilters } from '#domain/projects/project.ts'
import { aFrame, anEvent, anException, aReceipt } from '#domain/testing.ts'
import { filtersOf } from './filters-of.ts'

function reasonOf(wanted: Partial<InboundFilters>, event: ErrorEvent, userAgent?: string) {
  const received = aReceipt({ userAgent })
  for (const matches of filtersOf({ filters: { ...NO_FILTERS, ...wanted } })) {
    const reason = matches(event, received)
    if (reason !== undefined) return reason
  }
  return undefined
}

const request = (url: string | undefined, agent?: string) => ({
  url,
  method: 'GET',
  headers: agent === undefined ? [] : [['User-Agent', agent] as const],
  query: undefined,
  data: undefined,
  cookies: [],
})
const thrown = (type: string | undefined, value: string) =>
  anEvent({ exceptions: [anException({ type, value })] })

const CHROME = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`
const SAFARI = (version: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`
const FIREFOX = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`
const IE = 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'

describe('the filters of a project', () => {
  it('[PL40] are all off by default', () => {
    expect(filtersOf({ filters: NO_FILTERS })).toEqual([])
  })

  it('[PL41] match what extensions report and what a policy blocked of them', () => {
    const frames = [aFrame({ absPath: 'chrome-extension://abc/content.js' })]
    const own = anEvent({ exceptions: [anException({ frames })] })
    const blocked = (source: string) =>
      anEvent({
        kind: 'security',
        exceptions: [],
        message: { formatted: `Blocked 'script' from '${source}'`, template: undefined, params: [] },
      })
    expect(reasonOf({ extensions: true }, own)).toBe('filtered_extension')
    expect(reasonOf({ extensions: true }, blocked('chrome-extension:'))).toBe('filtered_extension')
    expect(reasonOf({ extensions: true }, blocked('cdn.example'))).toBeUndefined()
    expect(reasonOf({ extensions: true }, anEvent())).toBeUndefined()
  })

  it.each([
    [CHROME(78), true],
    [CHROME(79), false],
    [CHROME(156), false],
    [FIREFOX(68), true],
    [FIREFOX(144), false],
    [SAFARI('12.1.2'), true],
    [SAFARI('26.0'), false],
    [IE, true],
    ['curl/8.5.0', false],
    [undefined, false],
  ])('[PL41] detect old browsers: %s → %s', (agent, old) => {
    expect(reasonOf({ oldBrowsers: true }, anEvent(), agent)).toBe(old ? 'filtered_browser' : undefined)
  })

  it.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/142.0.0.0', true],
    ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', true],
    ['Mozilla/5.0 (compatible; Baiduspider/2.0)', true],
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', true],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)', true],
    [`${CHROME(142)} Chrome-Lighthouse`, true],
    [CHROME(142), false],
    [
      'Mozilla/5.0 (Linux; Android 11; CUBOT X50) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
      false,
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/156.0.0.0 Safari/537.36', false],
  ])('[PL41] detect crawlers by name: %s → %s', (agent, crawls) => {
    expect(reasonOf({ crawlers: true }, anEvent(), agent)).toBe(crawls ? 'filtered_crawler' : undefined)
    expect(reasonOf({ crawlers: true }, anEvent({ request: request(undefined, agent) }))).toBe(
      crawls ? 'filtered_crawler' : undefined,
    )
  })

  it.each([
    ['http://localhost:3000/cart', true],
    ['http://shop.localhost/cart', true],
    ['http://127.0.0.1:8080/', true],
    ['http://[::1]:5173/', true],
    ['https://localhost.example/cart', false],
    ['https://shop.example/?next=http://localhost/', false],
    ['not an address', false],
  ])('[PL41] detect pages on localhost: %s → %s', (url, local) => {
    expect(reasonOf({ localhost: true }, anEvent({ request: request(url) }))).toBe(
      local ? 'filtered_localhost' : undefined,
    )
  })

  it('[PL41] judge an event without a page by its newest script', () => {
    const at = (absPath: string) =>
      anEvent({ exceptions: [anException({ frames: [aFrame(), aFrame({ absPath })] })] })
    expect(reasonOf({ localhost: true }, at('http://localhost:5173/src/worker.ts'))).toBe(
      'filtered_localhost',
    )
    expect(reasonOf({ localhost: true }, at('https://shop.example/worker.js'))).toBeUndefined()
  })

  it.each([
    ['GET /healthz', undefined, undefined, true],
    ['GET /api/health', undefined, 'node', true],
    [undefined, 'http://10.0.0.4/readyz?verbose', 'Go-http-client/1.1', true],
    ['GET /orders', undefined, 'kube-probe/1.31', true],
    ['GET /orders', undefined, 'ELB-HealthChecker/2.0', true],
    ['/status', 'https://shop.example/status', CHROME(142), false],
    ['GET /orders', 'http://10.0.0.4/orders', 'node', false],
    ['GET /pickup', undefined, undefined, false],
    ['GET /group', undefined, undefined, false],
  ])('[PL41] detect health checks: %s %s %s → %s', (transaction, url, agent, probed) => {
    const event = anEvent({ transaction, request: request(url, agent) })
    expect(reasonOf({ healthChecks: true }, event)).toBe(probed ? 'filtered_health_check' : undefined)
  })

  it.each([
    ['TypeError: *is undefined', thrown('TypeError', 'price is undefined'), true],
    ['price is *', thrown('TypeError', 'price is undefined'), true],
    ['PRICE IS *', thrown('TypeError', 'price is undefined'), true],
    ['price', thrown('TypeError', 'price is undefined'), false],
    ['*hydrat*', thrown('Error', 'There was an error\nwhile hydrating'), true],
    ['AbortError', thrown('AbortError', ''), false],
    ['AbortError*', thrown('AbortError', ''), true],
  ])('[PL42] match messages by pattern: %s', (pattern, event, matched) => {
    expect(reasonOf({ messages: ['nothing', pattern] }, event)).toBe(matched ? 'filtered_message' : undefined)
  })

  it('[PL42] match releases by pattern, and leave events without one', () => {
    const of = (release: string | undefined) =>
      reasonOf({ releases: ['shop@1.*', '*-beta'] }, anEvent({ release }))
    expect([of('shop@1.4.2'), of('shop@2.0.0-beta'), of('shop@2.0.0'), of(undefined)]).toEqual([
      'filtered_release',
      'filtered_release',
      undefined,
      undefined,
    ])
  })
})
