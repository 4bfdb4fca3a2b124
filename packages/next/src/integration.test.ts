import { readdirSync, readFileSync } from 'node:fs'
import type { BrowserOptions } from '@sentry/browser'
import { afterEach, describe, expect, it } from 'vitest'
import { hashText } from './digests/digest.ts'
import { digestIntegration } from './integration.ts'
import type { SentryEvent } from './sdk.ts'

const FIXTURES = new URL('../../../fixtures/next/', import.meta.url)

interface Recording {
  readonly items: ReadonlyArray<{ readonly payload: SentryEvent }>
}

/** A recorded event of `@sentry/nextjs`, without tags. */
function recorded(name: string): SentryEvent {
  const folder = ['errors', 'problems'].find((one) =>
    readdirSync(new URL(one, FIXTURES)).includes(`${name}.json`),
  )
  const text = readFileSync(new URL(`${folder}/${name}.json`, FIXTURES), 'utf8')
  const { tags: _, ...event } = (JSON.parse(text) as Recording).items[0]!.payload
  return event
}

const tagsOf = (event: SentryEvent, originalException: unknown) =>
  digestIntegration().processEvent(event, { originalException }).tags

/** An event of a wrapper of the SDK. Versions 8 and 9 name the transaction only. */
const wrapped = (transaction: string, type = 'generic', handled = false): SentryEvent => ({
  transaction,
  exception: { values: [{ mechanism: { type: 'chained' } }, { mechanism: { type, handled } }] },
})

describe('the integration for digests', () => {
  it('[NX4] is an integration by the types of the SDK', () => {
    const integration = digestIntegration()
    const options: BrowserOptions = { integrations: [integration] }
    expect(options.integrations).toEqual([integration])
  })

  it('[NX1] tags the digest that the error has, beside the tags that are there', () => {
    const error = Object.assign(new Error('Minified React error #441'), { digest: '1170966708' })
    expect(tagsOf({ tags: { turbopack: true } }, error)).toEqual({
      turbopack: true,
      'nextjs.digest': '1170966708',
    })
  })

  it('[NX1] tags nothing for control flow, and predicts nothing for it', () => {
    const error = Object.assign(new Error('NEXT_NOT_FOUND'), { digest: 'NEXT_HTTP_ERROR_FALLBACK;404' })
    expect(tagsOf(wrapped('serverAction/buy'), error)).toBeUndefined()
  })

  it.each<[string, SentryEvent]>([
    ['a wrapped server action', recorded('0164-A-action-wrapped-server-event')],
    ['a server component', recorded('0005-A-with-boundary-server-event')],
    ['a server action', recorded('0143-A-action-form-server-event')],
    ['generateMetadata', recorded('0069-A-metadata-server-event')],
    ['a wrapped component', wrapped('GET /orders/[id]', 'auto.function.nextjs.server_component')],
    ['a wrapped component of SDK 8', wrapped('Page Server Component (/orders/[id])')],
    ['a wrapped action of SDK 8', wrapped('serverAction/buy')],
    ['a wrapped generateMetadata of SDK 8', wrapped('Page.generateMetadata (/orders/[id])')],
    ['an error that the application reported', wrapped('GET /orders/[id]', 'generic', true)],
  ])('[NX2] predicts the digest of an error that has none yet: %s', (_, event) => {
    const error = new Error('no stock')
    expect(tagsOf(event, error)).toMatchObject({
      'nextjs.digest': hashText(`no stock${error.stack}`),
      'nextjs.digest_source': 'predicted',
    })
  })

  it.each<[string, SentryEvent]>([
    ['a route handler', recorded('0191-A-route-handler-server-event')],
    ['the Pages Router', recorded('0202-A-legacy-boom-server-event')],
    ['data of the Pages Router', recorded('1303-ST-pages-data-500-server-event')],
    ['middleware', { contexts: { nextjs: { router_kind: 'App Router', route_type: 'middleware' } } }],
    ['proxy', { contexts: { nextjs: { router_kind: 'App Router', route_type: 'proxy' } } }],
    ['a wrapped route handler', wrapped('GET /api/boom', 'auto.function.nextjs.route_handler')],
    ['a wrapped route handler of SDK 8', wrapped('GET /api/boom')],
    ['a wrapped middleware', wrapped('middleware GET', 'auto.function.nextjs.wrap_middleware')],
    ['a wrapped API route', wrapped('GET /api/boom', 'auto.http.nextjs.api_handler')],
    ['getServerSideProps', wrapped('/legacy/boom', 'auto.function.nextjs.data_fetcher')],
    ['_error', wrapped('/_error', 'auto.function.nextjs.underscore_error')],
    ['an unhandled rejection', wrapped('GET /', 'auto.node.onunhandledrejection')],
    ['a transaction', { type: 'transaction', transaction: 'serverAction/buy' }],
  ])('[NX3] predicts nothing where no page shows a digest: %s', (_, event) => {
    const tags = Object.keys(tagsOf(event, new Error('no stock')) ?? {})
    expect(tags.filter((name) => name.startsWith('nextjs.digest'))).toEqual([])
  })

  it('[NX4] lets an event pass as it is when its error cannot be read', () => {
    const event = wrapped('serverAction/buy')
    const hostile = Object.defineProperty(new Error('x'), 'digest', {
      get: () => {
        throw new Error('unreadable')
      },
    })
    expect(digestIntegration().processEvent(event, { originalException: hostile })).toBe(event)
    expect(event.tags).toBeUndefined()
  })

  describe('in a page', () => {
    afterEach(() => Reflect.deleteProperty(globalThis, 'window'))

    it('[NX3] predicts nothing: Next.js numbers only errors of servers', () => {
      Object.assign(globalThis, { window: globalThis })
      expect(tagsOf({}, new Error('no stock'))).toBeUndefined()
      expect(tagsOf({}, { digest: '42' })).toEqual({ 'nextjs.digest': '42' })
    })
  })
})
