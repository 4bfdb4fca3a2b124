import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readNextManifest } from '@hindcast/contract/routes/next-build.ts'
import type { Json } from '#domain/json.ts'
import type { RouteManifest } from './manifest.ts'
import { nameRoute } from './name-route.ts'
import { compileRegistry, emptyRegistry, type RegistryParts } from './registry.ts'

const FIXTURES = join(import.meta.dirname, '../../../../../fixtures/next/manifests')

function manifestOf(name: string): RouteManifest {
  return readNextManifest(JSON.parse(readFileSync(join(FIXTURES, name), 'utf8')) as Json)!
}

const registryOf = (parts: Partial<RegistryParts>) =>
  compileRegistry({ rules: [], manifest: undefined, learned: [], ...parts })

const next = registryOf({ manifest: manifestOf('routes-manifest.json') })
const shopfront = registryOf({ manifest: manifestOf('routes-manifest.basePath.json') })
const translated = registryOf({ manifest: manifestOf('routes-manifest.basePath+i18n.json') })

describe('naming a route by the manifest of Next.js', () => {
  /** The URL, and what the server itself said (`next.route`). */
  it.each([
    ['/', '/'],
    ['/static?q=1', '/static'],
    ['/static/', '/static'],
    ['/product/7', '/product/[id]'],
    ['/product/special', '/product/special'],
    ['/product/a%20b%C3%A9', '/product/[id]'],
    ['/docs/a/b/c', '/docs/[...slug]'],
    ['/docs//a/b', '/docs/[...slug]'],
    ['/shop', '/shop/[[...filters]]'],
    ['/shop/red/xl', '/shop/[[...filters]]'],
    ['/de', '/[locale]'],
    ['/de/about', '/[locale]/about'],
    ['/en/blog/hello', '/[locale]/blog/[slug]'],
    ['/fr/about', '/[locale]/about'],
    ['/grouped/9', '/grouped/[gid]'],
    ['/p/55', '/product/[id]'],
    ['/p/none', undefined],
    ['/vanity', '/product/[id]'],
    ['/go/12', '/product/[id]'],
    ['/old-target', '/target'],
    ['/en-only/about', '/[locale]/about'],
    ['/photo/3', '/photo/[id]'],
    ['/isr/77', '/isr/[id]'],
    ['/legacy/5', '/legacy/[id]'],
    ['/api/hello/3', '/api/hello/[id]'],
    ['/nope', '/[locale]'],
    ['/nope/at/all', undefined],
    ['/ext/script.js', undefined],
    ['/_next/static/chunks/a.js', undefined],
    ['/_next/data/Dqn6aVfAEW/legacy/5.json', '/legacy/[id]'],
    ['/product/7.rsc?_rsc=1', '/product/[id]'],
    ['/product/7.segments/_tree.segment.rsc', '/product/[id]'],
    ['/index.rsc', '/'],
  ])('[RT5] %s is %s, through rewrites and redirects', (path, pattern) => {
    expect(nameRoute({ url: `http://127.0.0.1:3000${path}` }, next)?.pattern).toBe(pattern)
    const under = nameRoute({ url: `http://127.0.0.1:3000/shopfront${path}` }, shopfront)
    expect(under?.pattern).toBe(pattern)
  })

  it('[RT5] takes off the base path, and knows nothing of what is outside', () => {
    expect(nameRoute({ url: '/product/7' }, shopfront)).toBeUndefined()
    expect(nameRoute({ url: '/shopfront' }, shopfront)?.pattern).toBe('/')
  })

  it.each([
    ['/shopfront/de/product/7', '/product/[id]', 'de'],
    ['/shopfront/product/7', '/product/[id]', 'en'],
    ['/shopfront/de/p/55', '/product/[id]', 'de'],
    ['/shopfront/vanity', '/product/[id]', 'en'],
    ['/shopfront/de/go/12', '/product/[id]', 'de'],
    ['/shopfront/old-target', '/target', 'en'],
  ])('[RT6] %s is %s in %s', (url, pattern, locale) => {
    expect(nameRoute({ url }, translated)).toMatchObject({ pattern, locale, source: 'manifest' })
  })

  it('[RT6] takes a parameter called locale for the locale if it reads like one', () => {
    expect(nameRoute({ url: '/de/about' }, next)).toEqual({
      pattern: '/[locale]/about',
      source: 'manifest',
      params: { locale: 'de' },
      locale: 'de',
    })
    expect(nameRoute({ url: '/nope' }, next)).not.toHaveProperty('locale')
  })

  it('[RT7] believes the server about the route it took', () => {
    expect(nameRoute({ url: '/mw-rewrite', httpRoute: '/product/[id]' }, next)).toEqual({
      pattern: '/product/[id]',
      source: 'manifest',
      params: {},
    })
    expect(nameRoute({ url: '/feed', httpRoute: '/feed/(..)photo/[id]' }, next)?.pattern).toBe(
      '/feed/(..)photo/[id]',
    )
    expect(nameRoute({ url: '/product/7', httpRoute: 'middleware GET' }, next)?.pattern).toBe('/product/[id]')
  })

  it('[RT5] ends where redirects go round in circles', () => {
    const circle = [
      { source: '/a', destination: '/b' },
      { source: '/b', destination: '/a' },
    ]
    const registry = registryOf({ manifest: { ...manifestOf('routes-manifest.json'), redirects: circle } })
    expect(nameRoute({ url: '/a' }, registry)?.pattern).toBe('/[locale]')
  })
})

describe('naming a route', () => {
  const url = 'https://shop.example/users/7?tab=orders'
  const manifest: RouteManifest = { ...manifestOf('routes-manifest.json'), patterns: ['/users/[manifest]'] }
  const sdk = { name: 'GET /users/[sdk]', nameSource: 'route' }

  it('[RT7] asks rules, then the manifest, then the SDK, then what was learned', () => {
    const rules = ['/users/[rule]']
    const learned = ['/users/[learned]']
    const all = { rules, manifest, learned }
    expect(nameRoute({ url, ...sdk }, registryOf(all))).toMatchObject({
      pattern: '/users/[rule]',
      source: 'rule',
    })
    expect(nameRoute({ url, ...sdk }, registryOf({ ...all, rules: [] }))).toMatchObject({
      source: 'manifest',
    })
    expect(nameRoute({ url, ...sdk }, registryOf({ learned }))).toEqual({
      pattern: '/users/[sdk]',
      source: 'sdk',
      params: { sdk: '7' },
    })
    expect(nameRoute({ url }, registryOf({ learned }))).toEqual({
      pattern: '/users/[learned]',
      source: 'learned',
      params: { learned: '7' },
    })
    expect(nameRoute({ url }, emptyRegistry)).toBeUndefined()
    expect(nameRoute({}, registryOf(all))).toBeUndefined()
  })

  it('[RT7] tries rules in their order', () => {
    const rules = ['/users/[first]', '/users/7']
    expect(nameRoute({ url }, registryOf({ rules }))?.pattern).toBe('/users/[first]')
    expect(nameRoute({ url }, registryOf({ rules: rules.toReversed() }))?.pattern).toBe('/users/7')
  })

  it.each([
    [{ name: '/product/:id' }, '/product/[id]'],
    [{ name: '/docs/:slug*', nameSource: 'route' }, '/docs/[...slug]'],
    [{ name: 'GET /about', nameSource: 'route' }, '/about'],
    [{ name: '/users/$userId', nameSource: 'route' }, '/users/[userId]'],
    [{ name: 'Page Server Component (/err/dyn/[id])' }, '/err/dyn/[id]'],
    [{ name: 'Page.generateMetadata (/blog/[slug])' }, '/blog/[slug]'],
    [{ httpRoute: '/users/:id', name: 'GET /users' }, '/users/[id]'],
    [{ name: '/about' }, undefined],
    [{ name: '/users/7' }, undefined],
    [{ name: '/users/:id', nameSource: 'url' }, undefined],
    [{ name: 'Pageload', nameSource: 'url' }, undefined],
    [{ name: 'Navigation', nameSource: 'route' }, undefined],
    [{ name: 'middleware GET', nameSource: 'route' }, undefined],
  ])('[RT8] reads what an SDK sent: %j', (hint, pattern) => {
    expect(nameRoute(hint, emptyRegistry)?.pattern).toBe(pattern)
  })

  it('[RT8] takes the base path and pathless layouts out of what an SDK sent', () => {
    const registry = registryOf({ manifest: { ...manifest, basePath: '/app', patterns: [] } })
    const named = (name: string, visited: string) =>
      nameRoute({ name, nameSource: 'route', url: visited }, registry)?.pattern
    expect(named('/app/users/:id', '/app/users/7')).toBe('/users/[id]')
    expect(named('/users/:id', '/app/users/7')).toBe('/users/[id]')
    expect(named('/app/:id', '/app/app/7')).toBe('/app/[id]')
    expect(named('/_layout/users/$userId', '/app/users/7')).toBe('/users/[userId]')
  })
})
