import { describe, expect, it } from 'vitest'
import { digestIntegration } from '../integration.ts'
import type { SentryEvent } from '../sdk.ts'
import {
  withRequestDetails,
  type FailedRequest,
  type FailedRoute,
  type RequestDetailsOptions,
} from './request-details.ts'
import { START_UP_SPANS } from './start-up-spans.ts'

const REQUEST: FailedRequest = {
  path: '/checkout?step=2',
  method: 'POST',
  headers: { 'next-action': '00395947', cookie: 'session=1' },
}
const ROUTE: FailedRoute = {
  routerKind: 'App Router',
  routePath: '/checkout',
  routeType: 'action',
  renderSource: 'react-server-components-payload',
  revalidateReason: undefined,
}

/** As `captureRequestError` does it: its context has no source. Answers the event that would be sent. */
function reported(
  error: unknown,
  request = REQUEST,
  route = ROUTE,
  options?: RequestDetailsOptions,
): SentryEvent | undefined {
  let event: SentryEvent | undefined
  const onRequestError = withRequestDetails(
    (thrown: unknown, { path }: FailedRequest, failed: FailedRoute) => {
      event = {
        contexts: {
          nextjs: {
            request_path: path,
            router_kind: failed.routerKind,
            router_path: failed.routePath,
            route_type: failed.routeType,
          },
        },
      }
      event = digestIntegration().processEvent(event, { originalException: thrown })
    },
    options,
  )
  void onRequestError(error, request, route)
  return event
}

describe('the details of a request that failed', () => {
  it('[NX23] are in the context and the tags of its event, beside what the SDK says', () => {
    const error = Object.assign(new Error('the bank does not answer'), { digest: '42' })
    const { contexts, tags } = reported(error)!
    expect(contexts).toEqual({
      nextjs: {
        request_path: '/checkout?step=2',
        router_kind: 'App Router',
        router_path: '/checkout',
        route_type: 'action',
        render_source: 'react-server-components-payload',
        action_id: '00395947',
      },
    })
    expect(tags).toEqual({
      'nextjs.router_kind': 'App Router',
      'nextjs.route_type': 'action',
      'nextjs.render_source': 'react-server-components-payload',
      'nextjs.digest': '42',
    })
  })

  it('[NX23] say why a page was rendered again, and leave out what Next.js did not say', () => {
    const route = { ...ROUTE, routeType: 'render', renderSource: undefined, revalidateReason: 'stale' }
    const { contexts } = reported(new Error('x'), { ...REQUEST, headers: {} }, route)!
    expect(contexts?.['nextjs']).toMatchObject({ revalidate_reason: 'stale' })
    expect(Object.keys(contexts?.['nextjs'] ?? {})).not.toContain('render_source')
    expect(Object.keys(contexts?.['nextjs'] ?? {})).not.toContain('action_id')
  })

  it.each<[string, unknown]>([
    ['a text', 'no stock'],
    ['nothing', undefined],
    ['a frozen error', Object.freeze(new Error('no stock'))],
  ])('[NX23] never keep the SDK from reporting what was thrown: %s', (_, thrown) => {
    expect(reported(thrown)?.tags).toMatchObject({ 'nextjs.route_type': 'action' })
  })

  it('[NX23] are left out where they cannot be read', () => {
    const headers = new Proxy(
      {},
      {
        get: () => {
          throw new Error('unreadable')
        },
      },
    )
    expect(reported(new Error('x'), { ...REQUEST, headers })?.tags).toMatchObject({
      'nextjs.route_type': 'action',
    })
  })
})

describe('the error that Next.js reports after one of proxy.js', () => {
  const misleading = () => new Error('Cannot append headers after they are sent to the client')
  const missing = { ...ROUTE, routePath: '/_not-found/page', routeType: 'render' }

  it('[NX31] is marked, as it may be the only sign of it', () => {
    expect(reported(misleading(), REQUEST, missing)?.tags).toMatchObject({ 'nextjs.follows': 'proxy' })
  })

  it('[NX31] is left out where proxy.js reports its errors itself, and nothing else is', () => {
    const options = { proxyReports: true }
    expect(reported(misleading(), REQUEST, missing, options)).toBeUndefined()
    expect(reported(misleading(), REQUEST, ROUTE, options)?.tags).not.toHaveProperty(['nextjs.follows'])
    expect(reported(new Error('no stock'), REQUEST, missing, options)).toBeDefined()
  })
})

describe('the spans of a start', () => {
  it('[NX24] are named, and no others', () => {
    const matched = (name: string) => START_UP_SPANS.some((pattern) => pattern.test(name))
    const names = ['load route module', 'load instrumentation module', 'register instrumentation']
    expect(names.filter(matched)).toEqual(names)
    expect(['GET /load route module', 'load route modules', 'GET /'].filter(matched)).toEqual([])
  })
})
