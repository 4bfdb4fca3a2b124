import { readdirSync, readFileSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

/** Folder of packages/server/src → folders it may import. `root` stands for config.ts and data-folder.ts beside them. */
const SERVER: Record<string, readonly string[]> = {
  domain: [],
  protocol: ['domain'],
  spool: ['domain'],
  stores: ['domain'],
  ingest: ['domain', 'protocol', 'spool'],
  // Maps frames for the pipeline, which groups by them, and for queries, which show them: neither may own it.
  symbols: ['domain', 'stores'],
  // Says what an error is, for the pipeline, which groups by it, and for queries, which explain it.
  recognise: ['domain'],
  pipeline: ['domain', 'protocol', 'spool', 'stores', 'symbols', 'recognise'],
  // The only way to somebody else's server: what may be asked is decided here and nowhere else.
  outbound: ['domain'],
  // Puts alerts into the words of each channel and sends them; mail goes the operator's own way.
  channels: ['domain', 'outbound'],
  mail: ['domain'],
  // Builds on their way from chunks to files; the interface and the jobs know it by what they need of it.
  artifacts: ['domain', 'protocol', 'stores', 'outbound'],
  accounts: ['domain', 'stores'],
  query: ['domain', 'stores', 'symbols', 'recognise'],
  commands: ['domain', 'stores', 'accounts'],
  samples: ['domain', 'protocol', 'spool'],
  jobs: ['domain', 'query', 'commands', 'stores'],
  api: ['domain', 'query', 'commands', 'accounts'],
  control: ['domain', 'query', 'commands', 'accounts', 'stores', 'spool', 'samples'],
  // Hindcast reports its own errors as everybody else does: in an envelope.
  ops: ['domain', 'protocol'],
  cli: ['domain', 'control', 'compose', 'ops', 'root'],
}

const WEB: Record<string, readonly string[]> = {
  lib: [],
  ui: ['lib'],
  features: ['lib', 'ui'],
  app: ['lib', 'ui', 'features', 'root'],
}

/** An engine is known to its adapter and to nobody else. */
const CONFINED: Record<string, readonly string[]> = {
  '@duckdb/node-api': ['stores/duckdb'],
  'node:sqlite': ['stores/duckdb', 'stores/records'],
  kysely: ['stores/records', 'accounts'],
  'better-auth': ['accounts'],
  hono: ['api', 'compose'],
  '@hono/node-server': ['compose'],
  bowser: ['pipeline'],
  '@jridgewell/trace-mapping': ['symbols'],
  nodemailer: ['mail'],
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

/** `stores/duckdb/x.ts` → `stores`; a file directly under src → `root`. */
function folderOf(src: string, path: string): string {
  const parts = relative(src, path).split('/')
  return parts.length === 1 ? 'root' : parts[0]!
}

function targetOf(src: string, { file, specifier }: Import): string | undefined {
  if (specifier.startsWith('#')) return join(src, specifier.slice(1))
  if (specifier.startsWith('.')) return resolve(dirname(file), specifier)
  return undefined
}

const isTest = (file: string) => /\.(test|contract|property)\.tsx?$|\/testing\.ts$|\/testing\//.test(file)

export function illegalEdges(src: string, table: Record<string, readonly string[]>): string[] {
  return filesUnder(src)
    .filter((file) => !isTest(file))
    .flatMap(importsOf)
    .flatMap((edge) => {
      const target = targetOf(src, edge)
      if (target === undefined) return []
      const from = folderOf(src, edge.file)
      const to = folderOf(src, target)
      // Composing means knowing everybody; nobody but the command line knows the composers.
      if (from === to || from === 'root' || from === 'compose') return []
      return table[from]?.includes(to) ? [] : [`${relative(src, edge.file)} -> ${relative(src, target)}`]
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

  it('[AR1] server folders import only what the table allows, so that data goes one way', () => {
    expect(illegalEdges(server, SERVER)).toEqual([])
  })

  it('[AR1] web folders import only what the table allows, and no feature imports another', () => {
    expect(illegalEdges(web, WEB)).toEqual([])
    const crossing = filesUnder(join(web, 'features'))
      .flatMap(importsOf)
      .filter((edge) => {
        const target = targetOf(web, edge)
        if (target === undefined || folderOf(web, target) !== 'features') return false
        return relative(web, edge.file).split('/')[1] !== relative(web, target).split('/')[1]
      })
    expect(crossing).toEqual([])
  })

  it('[AR2] every folder of the server stands in the table, so that a new one is a decision', () => {
    const folders = readdirSync(server).filter((name) => statSync(join(server, name)).isDirectory())
    expect(folders.filter((name) => !(name in SERVER) && name !== 'compose')).toEqual([])
  })

  it('[AR2] an engine is imported by its own adapter and nobody else', () => {
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

  it('[AR3] nothing reads beyond the repository, so that a stranger can build and test it', () => {
    const roots = ['packages', 'tools', 'e2e', 'bench'].map((name) => join(ROOT, name))
    const outside = roots
      .flatMap(filesUnder)
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/['"`](?:\.\.\/)+shared\//g)].map(() => relative(ROOT, file)),
      )
    expect(outside).toEqual([])
  })

  it('sees the edges it is meant to forbid', () => {
    const table = { ...SERVER, domain: [], pipeline: [] }
    expect(illegalEdges(server, table).length).toBeGreaterThan(0)
  })
})

function manifestOf(dir: string): Record<string, string> {
  const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
    devDependencies?: Record<string, string>
  }
  return { ...manifest.dependencies, ...manifest.devDependencies }
}
