import { describe, expect, it } from 'vitest'
import { nameRoute, type RouteHint } from './name-route.ts'
import { createProjectRoutes, type StoredRoutes } from './project-routes.ts'
import { createRenames, nameAgain, releasesApart, type KeyedName, type StoredName } from './renames.ts'
import { sentName } from './sent-route.ts'

const manifestOf = (release: string, patterns: readonly string[], basePath = '') => ({
  release,
  uploadedAt: 1,
  manifest: {
    style: 'next' as const,
    basePath,
    locales: [],
    patterns,
    redirects: [],
    beforeFiles: [],
    afterFiles: [],
    fallback: [],
  },
})
const ruleOf = (pattern: string) => ({ id: pattern, pattern, createdAt: 1 })
const NOTHING: StoredRoutes = { rules: [], manifests: [], learned: [] }
const REGISTRIES: readonly StoredRoutes[] = [
  NOTHING,
  { ...NOTHING, learned: ['/users/[id]'] },
  { ...NOTHING, rules: [ruleOf('/users/[...]')], learned: ['/users/[id]'] },
  { ...NOTHING, manifests: [manifestOf('2', ['/users/[userId]', '/users/new', '/[...all]'])] },
  {
    rules: [ruleOf('/about')],
    manifests: [manifestOf('2', ['/[section]']), manifestOf('1', ['/users/[name]'], '/shop')],
    learned: ['/users/[id]'],
  },
]
const HINTS: readonly RouteHint[] = [
  { url: '/users/7' },
  { url: 'https://shop.example/users/new' },
  { url: '/users/7', name: '/users/:user', nameSource: 'route' },
  { url: '/users/7', name: 'GET /users/:user' },
  { url: '/users/new', name: '/users/[userId]', nameSource: 'route' },
  { url: '/users/new', httpRoute: '/users/[userId]' },
  { url: '/about', name: '/about', nameSource: 'url' },
  { url: '/shop/users/7', httpRoute: '/shop/users/[name]' },
]

/** As a row of the release is stored while this is the registry. */
const storedBy = (registry: StoredRoutes, hint: RouteHint, release?: string): StoredName => ({
  address: hint.url!,
  route: nameRoute(hint, createProjectRoutes(registry).of(release))?.pattern,
  release,
  sent: sentName(hint),
})

describe('names of stored rows', () => {
  it('[RT41] are the names that the rows would get today, whatever they were stored as', () => {
    for (const before of REGISTRIES)
      for (const today of REGISTRIES)
        for (const release of [undefined, '1'])
          for (const hint of HINTS)
            expect(nameAgain(storedBy(before, hint, release), createProjectRoutes(today))).toBe(
              storedBy(today, hint, release).route,
            )
  })

  it('[RT41] are listed where they differ, with what they are called today', () => {
    const named = (over: Partial<StoredName>) =>
      HINTS.slice(0, 3).map((hint, at) => Object.assign(storedBy(NOTHING, hint), { key: `k${at}` }, over))
    const names = named({})
    const renamed = (stored: readonly KeyedName[], registry: StoredRoutes) => {
      const found = createRenames(createProjectRoutes(registry))
      for (const name of stored) found.add([name])
      return found.list()
    }
    const rules = [ruleOf('/users/[id]')]
    expect(renamed(names, { ...NOTHING, rules })).toEqual([{ to: '/users/[id]', keys: 'k0,k1,k2' }])
    expect(renamed(names, NOTHING)).toEqual([])
    expect(renamed(named({ route: '/users/[id]' }), NOTHING)).toEqual([
      { to: undefined, keys: 'k0,k1' },
      { to: '/users/[user]', keys: 'k2' },
    ])
  })

  it('[RT42] of earlier versions change by rules and manifests, and stay where nothing else is known', () => {
    const old = { address: '/users/7', route: '/users/[id]', release: undefined, sent: undefined }
    const named = (registry: Partial<StoredRoutes>, over: Partial<StoredName> = {}) =>
      nameAgain({ ...old, ...over }, createProjectRoutes({ ...NOTHING, ...registry }))
    expect(named({})).toBe('/users/[id]')
    expect(named({ learned: ['/users/[slug]'] })).toBe('/users/[id]')
    expect(named({ rules: [ruleOf('/users/[user]')] })).toBe('/users/[user]')
    expect(named({ manifests: [manifestOf('1', ['/users/[name]'])] })).toBe('/users/[name]')
    expect(named({ learned: ['/users/[slug]'] }, { route: undefined })).toBe('/users/[slug]')
  })

  it('[RT41] of an address that was cut off stay', () => {
    const cut = {
      address: `/users/${'7'.repeat(993)}`,
      route: undefined,
      release: undefined,
      sent: undefined,
    }
    const routes = createProjectRoutes({ ...NOTHING, rules: [ruleOf('/users/[id]')] })
    expect(nameAgain(cut, routes)).toBeUndefined()
    expect(nameAgain({ ...cut, address: '/users/77' }, routes)).toBe('/users/[id]')
  })

  it('[RT41] are told apart by release only where its manifest is another than the newest', () => {
    const manifests = [manifestOf('3', ['/a']), manifestOf('2', ['/a']), manifestOf('1', ['/b'])]
    expect(releasesApart({ ...NOTHING, manifests })).toEqual(['1'])
    expect(releasesApart(NOTHING)).toEqual([])
    const [newest, ...others] = manifests
    const actions = [{ id: '00395947', file: 'app/cart.js', name: 'placeOrder' }]
    const built = { ...newest!, manifest: { ...newest!.manifest, actions } }
    expect(releasesApart({ ...NOTHING, manifests: [built, ...others] })).toEqual(['1'])
  })
})
