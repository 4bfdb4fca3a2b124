import { readdirSync, readFileSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * Part of packages/server/src → parts it may import. A part is a folder; inside `product/` every noun has the same
 * parts (`product/issues/query` and `product/alerts/query` are both `query`), and inside `app/` each folder is one.
 */
const SERVER: Record<string, readonly string[]> = {
  domain: [],
  protocol: ['domain'],
  // What an event says: used by the digest, which stores it, and by queries, which show it.
  event: ['domain'],
  spool: ['domain'],
  stores: ['domain'],
  ingest: ['domain', 'protocol', 'spool'],
  // Maps frames for the digest, which groups by them, and for queries, which show them.
  symbols: ['domain', 'stores'],
  digest: ['domain', 'event', 'protocol', 'spool', 'stores', 'symbols'],
  // The only path for outgoing requests: allowed targets are checked here.
  outbound: ['domain'],
  accounts: ['domain', 'stores'],
  query: ['domain', 'event', 'stores', 'symbols'],
  commands: ['domain', 'stores', 'accounts'],
  jobs: ['domain', 'event', 'query', 'commands', 'stores'],
  channels: ['domain', 'outbound'],
  uploads: ['domain', 'protocol', 'stores', 'outbound'],
  // Samples bring the source maps of their scripts.
  samples: ['domain', 'protocol', 'spool', 'uploads'],
  api: ['domain', 'query', 'commands', 'accounts'],
  'app/admin': ['domain', 'query', 'commands', 'accounts', 'stores', 'spool', 'samples'],
  // Hindcast reports its own errors like any client: in an envelope.
  'app/process': ['domain', 'protocol'],
  'app/cli': ['domain', 'app/admin', 'app/backup', 'app/moving', 'app/process', 'app'],
}

/** The composition root may import everything; only the command line may import it. */
const COMPOSERS: ReadonlySet<string> = new Set([
  'app',
  'app/backup',
  'app/http',
  'app/metrics',
  'app/moving',
  'app/nodes',
  'app/roles',
  'app/threads',
])

/** Most files in one folder, to keep folders readable. */
const MOST_FILES_PER_FOLDER = 25

const WEB: Record<string, readonly string[]> = {
  // The platform: requests, language, keyboard, addresses. Knows no product.
  lib: [],
  // The design system. Knows no product either.
  ui: ['lib'],
  // What several features share and what knows the product: questions to the server, pickers, marks.
  product: ['lib', 'ui'],
  features: ['lib', 'ui', 'product'],
  app: ['lib', 'ui', 'product', 'features', 'root'],
}

const BROWSER: Record<string, readonly string[]> = {
  // Decides from facts alone, so that it can be tested without a browser.
  core: [],
  // Watches the page and tells; what it means is decided elsewhere.
  hooks: ['core'],
}

const NEXT: Record<string, readonly string[]> = {
  // Beside each other: a site takes what it wants.
  digests: ['root'],
  requests: [],
  tunnel: [],
  'error-page': [],
  // Run by people and CI, never part of a site.
  build: [],
  upload: ['build'],
  check: ['build'],
}

/** Only its adapter may import an engine. */
const CONFINED: Record<string, readonly string[]> = {
  '@duckdb/node-api': ['stores/telemetry/duckdb'],
  '@duckdb/node-bindings': ['stores/telemetry/duckdb'],
  '@clickhouse/client': ['stores/telemetry/clickhouse'],
  'node:sqlite': ['stores/telemetry/duckdb', 'stores/records'],
  pg: ['stores/records/postgres'],
  kysely: ['stores/records', 'accounts'],
  'better-auth': ['accounts'],
  hono: ['api', 'app'],
  '@hono/node-server': ['app'],
  bowser: ['event'],
  '@jridgewell/trace-mapping': ['symbols'],
  '@bufbuild/protobuf': ['protocol'],
  nodemailer: ['outbound/mail'],
  'modern-tar': ['app/backup'],
}

interface Import {
  readonly file: string
  readonly specifier: string
}

function filesUnder(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    if (name === 'node_modules' || name === 'dist') return []
    const path = join(dir, name)
    if (statSync(path).isDirectory()) return filesUnder(path)
    return /\.tsx?$/.test(name) ? [path] : []
  })
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|(?:\bimport\s*\(\s*|(?:^|\n)import\s*)['"]([^'"]+)['"]/g

function importsOf(file: string): Import[] {
  const found = readFileSync(file, 'utf8').matchAll(IMPORT)
  return [...found].map((match) => ({ file, specifier: match[1] ?? match[2]! }))
}

function foldersOf(src: string, path: string): string[] {
  return relative(src, path).split('/').slice(0, -1)
}

/** `features/issues/x.tsx` → `features`; a file directly under src → `root`. */
function topFolder(src: string, path: string): string {
  return foldersOf(src, path)[0] ?? 'root'
}

/** `stores/telemetry/x.ts` → `stores`, `product/issues/query/x.ts` → `query`, `app/cli/x.ts` → `app/cli`. */
function partOf(src: string, path: string): string {
  const [first, second, third] = foldersOf(src, path)
  if (first === undefined) return 'root'
  if (first === 'app') return second === undefined ? 'app' : `app/${second}`
  // The list of all queries is a query; the sample data is a part of its own.
  if (first === 'product') return second === 'samples' ? 'samples' : (third ?? 'query')
  return first
}

function targetOf(src: string, { file, specifier }: Import): string | undefined {
  if (specifier.startsWith('#')) return join(src, specifier.slice(1))
  if (specifier.startsWith('.')) return resolve(dirname(file), specifier)
  return undefined
}

const isTest = (file: string) => /\.(test|contract|property)\.tsx?$|\/testing\.ts$|\/testing\//.test(file)

export function illegalEdges(
  src: string,
  table: Record<string, readonly string[]>,
  partIn: (src: string, path: string) => string,
): string[] {
  return filesUnder(src)
    .filter((file) => !isTest(file))
    .flatMap(importsOf)
    .flatMap((edge) => {
      const target = targetOf(src, edge)
      if (target === undefined) return []
      const from = partIn(src, edge.file)
      const to = partIn(src, target)
      if (from === to || from === 'root' || COMPOSERS.has(from)) return []
      return table[from]?.includes(to) ? [] : [`${relative(src, edge.file)} -> ${relative(src, target)}`]
    })
}

/** Under `digest`: what may know kinds by name, beside the kinds themselves. */
const KIND_LIST = 'digest/kinds/list.ts'

/** Imports of single kinds by the core of the digest, which knows the interface and the list and nothing else. */
function namedKinds(src: string): string[] {
  return filesUnder(join(src, 'digest'))
    .filter((file) => !isTest(file))
    .flatMap(importsOf)
    .flatMap((edge) => {
      const target = targetOf(src, edge)
      if (target === undefined) return []
      const [from, to] = [relative(src, edge.file), relative(src, target)]
      const isKind = (path: string) => path.startsWith('digest/kinds/') && path.split('/').length > 3
      return isKind(to) && !isKind(from) && from !== KIND_LIST ? [`${from} -> ${to}`] : []
    })
}

/** `@scope/name/deep.ts` → `@scope/name`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

const isBuiltin = (specifier: string) => specifier.startsWith('node:') || builtinModules.includes(specifier)

describe('the way of the data', () => {
  const server = join(ROOT, 'packages/server/src')
  const web = join(ROOT, 'packages/web/src')
  const browser = join(ROOT, 'packages/browser/src')
  const next = join(ROOT, 'packages/next/src')

  it('[AR1] server folders import only what the table allows, so that data goes one way', () => {
    expect(illegalEdges(server, SERVER, partOf)).toEqual([])
  })

  it('[AR1] web folders import only what the table allows, and no feature imports another', () => {
    expect(illegalEdges(web, WEB, topFolder)).toEqual([])
    const crossing = filesUnder(join(web, 'features'))
      .flatMap(importsOf)
      .filter((edge) => {
        const target = targetOf(web, edge)
        if (target === undefined || topFolder(web, target) !== 'features') return false
        return relative(web, edge.file).split('/')[1] !== relative(web, target).split('/')[1]
      })
    expect(crossing).toEqual([])
  })

  it('[AR1] the core of the browser package imports no hook, and no hook what puts them together', () => {
    expect(illegalEdges(browser, BROWSER, topFolder)).toEqual([])
  })

  it('[AR1] no part of the package for Next.js imports another', () => {
    expect(illegalEdges(next, NEXT, topFolder)).toEqual([])
  })

  it('[UI240] every folder of the web package is in the table', () => {
    const folders = readdirSync(web).filter((name) => statSync(join(web, name)).isDirectory())
    expect(folders.filter((name) => !(name in WEB) && name !== 'locales')).toEqual([])
  })

  it('[UI240] ui and lib name nothing of the product: no types of the API but those of the client itself', () => {
    const CLIENT = /^lib\/api\//
    const knowing = ['ui', 'lib']
      .flatMap((folder) => filesUnder(join(web, folder)))
      .filter((file) => !isTest(file) && !CLIENT.test(relative(web, file)))
      .flatMap(importsOf)
      .filter(({ specifier }) => specifier.startsWith('@hindcast/contract/'))
      .map(({ file, specifier }) => `${relative(web, file)} -> ${specifier}`)
    expect(knowing).toEqual([])
  })

  it('[AR2] every part of the server is in the table', () => {
    const parts = new Set(filesUnder(server).map((file) => partOf(server, file)))
    expect([...parts].filter((part) => !(part in SERVER) && !COMPOSERS.has(part))).toEqual([])
  })

  it(`[AR6] no folder holds more than ${MOST_FILES_PER_FOLDER} source files beside their tests`, () => {
    const perFolder = Map.groupBy(
      [server, web, browser, next, join(ROOT, 'packages/contract/src')]
        .flatMap(filesUnder)
        .filter((file) => !isTest(file)),
      (file) => relative(ROOT, dirname(file)),
    )
    const crowded = [...perFolder].filter(([, files]) => files.length > MOST_FILES_PER_FOLDER)
    expect(crowded.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
  })

  it('[AR2] an engine is only imported by its own adapter', () => {
    const leaks = filesUnder(server)
      .filter((file) => !isTest(file))
      .flatMap(importsOf)
      .filter(({ file, specifier }) => {
        const homes = CONFINED[specifier] ?? CONFINED[packageOf(specifier)]
        if (homes === undefined) return false
        const path = relative(server, file)
        return !homes.some((home) => (home === 'root' ? !path.includes('/') : path.startsWith(`${home}/`)))
      })
    expect(leaks).toEqual([])
  })

  it('[AR11] the server loads an engine when it opens its store, not with its own code', () => {
    // Reading the address of a server takes no engine.
    const LOADED_AT_ONCE =
      /^import (?!type\b).* from '#stores\/\w+\/(?:sqlite|postgres|duckdb|clickhouse)\/(?!address\.ts)/m
    const loading = filesUnder(server)
      .filter((file) => !isTest(file) && !relative(server, file).startsWith('stores/'))
      .filter((file) => LOADED_AT_ONCE.test(readFileSync(file, 'utf8')))
    expect(loading.map((file) => relative(server, file))).toEqual([])
  })

  it('[AR2] every npm import is declared by the package that uses it', () => {
    const rootManifest = manifestOf(ROOT)
    const undeclared = readdirSync(join(ROOT, 'packages')).flatMap((name) => {
      const dir = join(ROOT, 'packages', name)
      const manifest = manifestOf(dir)
      return filesUnder(join(dir, 'src'))
        .flatMap(importsOf)
        .filter(({ file, specifier }) => {
          // What begins with `virtual:` is written by the build itself.
          if (/^(?:[.#]|virtual:)/.test(specifier) || isBuiltin(specifier)) return false
          const declared = isTest(file) ? { ...rootManifest, ...manifest } : manifest
          return !(packageOf(specifier) in declared)
        })
        .map(({ file, specifier }) => `${relative(ROOT, file)} -> ${specifier}`)
    })
    expect(undeclared).toEqual([])
  })

  it('[AR3] nothing reads files outside of the repository', () => {
    const roots = ['packages', 'tools', 'e2e', 'bench'].map((name) => join(ROOT, name))
    const outside = roots
      .flatMap(filesUnder)
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/['"`](?:\.\.\/)+shared\//g)].map(() => relative(ROOT, file)),
      )
    expect(outside).toEqual([])
  })

  it('[AR10] the core of the digest knows kinds of data through their interface and list only', () => {
    expect(namedKinds(server)).toEqual([])
    expect(filesUnder(server).map((file) => relative(server, file))).toContain(KIND_LIST)
  })

  it('[AR7] no files import each other in a circle, not even types', () => {
    expect([server, web, browser, next, join(ROOT, 'packages/contract/src')].flatMap(circles)).toEqual([])
  })

  it('sees the edges it is meant to forbid', () => {
    const table = { ...SERVER, digest: [] }
    expect(illegalEdges(server, table, partOf).length).toBeGreaterThan(0)
  })
})

function manifestOf(dir: string): Record<string, string> {
  const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
    devDependencies?: Record<string, string>
    peerDependencies?: Record<string, string>
  }
  return { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.peerDependencies }
}

/** Files that import each other, each circle once, found by depth-first search. */
function circles(src: string): string[] {
  const edges = new Map(
    filesUnder(src).map((file) => [file, importsOf(file).flatMap((edge) => targetOf(src, edge) ?? [])]),
  )
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file)
    if (start !== -1)
      found.push(
        path
          .slice(start)
          .map((one) => relative(src, one))
          .join(' -> '),
      )
    if (start !== -1 || done.has(file)) return
    for (const target of edges.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of edges.keys()) visit(file, [])
  return found
}
