import { describe, expect, it } from 'vitest'
import { routeOf } from './route.ts'

const KEY = '?sentry_key=K'

describe('[IN10] ingest addresses', () => {
  it.each([
    ['/api/1/envelope/', 'envelope', '1'],
    ['/api/1/envelope', 'envelope', '1'],
    ['/some/prefix/api/1005/envelope/', 'envelope', '1005'],
    ['//api//1///envelope//', 'envelope', '1'],
    ['/api/api/1/store/', 'store', '1'],
    ['/api/1/store/', 'store', '1'],
    ['/api/store/', 'store', undefined],
    ['/prefix/api/store', 'store', undefined],
    ['/api/1/security/', 'security', '1'],
    ['/api/1/csp-report', 'security', '1'],
    ['/api/shop/envelope/', 'envelope', 'shop'],
    ['/api/1/integration/otlp/v1/traces', 'otlp', '1'],
    ['/api/1/integration/otlp/v1/traces/', 'otlp', '1'],
    ['/some/prefix/api/1005//integration/otlp/v1/traces', 'otlp', '1005'],
    ['/v1/traces', 'otlp', undefined],
    ['/v1/traces/', 'otlp', undefined],
  ])('%s goes to %s of project %s', (path, endpoint, project) => {
    expect(routeOf(path + KEY)).toMatchObject({ endpoint, project, tunnel: false, query: 'sentry_key=K' })
  })

  it.each(['/tunnel', '/tunnel/', '//tunnel', '/envelope', '/app/errors/envelope/', '/api/envelope/'])(
    '%s is a tunnel',
    (path) => {
      expect(routeOf(path)).toMatchObject({ endpoint: 'envelope', project: undefined, tunnel: true })
    },
  )

  it.each([
    '/api/1/minidump',
    '/api/1/minidump/',
    '/api/1/unreal/KEY/',
    '/api/1/cron/nightly/',
    '/api/1/nel/',
    '/api/1/integration/otlp/v1/logs',
    '/api/1/integration/vercel/v1/traces',
    '/api/1/events/d107b9062e9e40beac9b56b35112e656/attachments/',
    '/prefix/api/1/upload/',
  ])('%s is known but not supported', (path) => {
    expect(routeOf(path + KEY)).toMatchObject({ endpoint: 'unsupported', project: '1' })
  })

  it.each([
    '/',
    '',
    '/api',
    '/api/',
    '/api/0/',
    '/api/0/envelope/',
    '/api/0/store/',
    '/api/0/organizations/acme/envelope/',
    '/api/0/projects/acme/web/events/',
    '/api/v1/envelope',
    '/api/v1/projects/1/envelope/',
    '/api/v1/issues',
    '/api/auth/sign-in',
    '/api/auth/envelope',
    '/api/1/',
    '/api/1/something/',
    '/projects/web/security',
    '/app/tunnel',
    '/store/',
    '/api/embed/error-page/',
    '/api/v1/traces',
    '/api/v1/projects/1/traces',
    '/shop/v1/traces',
    '/api/0/integration/otlp/v1/traces',
    '/integration/otlp/v1/traces',
    '/v1/logs',
    '/?x=/api/1/envelope/',
  ])('%s is none', (path) => {
    expect(routeOf(path)).toBeUndefined()
  })

  it('shows nothing a sender chose in its pattern', () => {
    expect(routeOf(`/secret/api/77/envelope/${KEY}`)?.pattern).toBe('/api/{project}/envelope/')
    expect(routeOf('/secret/envelope/')?.pattern).toBe('/…/envelope')
  })
})
