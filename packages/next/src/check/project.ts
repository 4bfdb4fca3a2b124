import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readNextBuild } from '@hindcast/contract/routes/next-build.ts'
import { openBuild, readConfig } from '../build/build-folder.ts'
import { isMap, listScripts } from '../build/source-maps.ts'
import { initOptions, type InitOptions } from './init-options.ts'
import { readSource, type SourceFile } from './source-file.ts'

/** The files of an application that set up error reporting. */
export interface Project {
  readonly instrumentation: SourceFile | undefined
  readonly config: SourceFile | undefined
  readonly proxy: SourceFile | undefined
  /** Calls of `init` on servers and in pages. */
  readonly servers: readonly InitOptions[]
  readonly pages: readonly InitOptions[]
  readonly boundaries: readonly SourceFile[]
  readonly handlers: readonly Handler[]
  readonly build: Build | undefined
}

/** A file that answers requests. */
export interface Handler {
  /** `/api/monitoring`, without a base path. */
  readonly route: string
  readonly file: SourceFile
}

/** What `next build` knew of the configuration. */
export interface Build {
  readonly release: string | undefined
  readonly basePath: string
  readonly trailingSlash: boolean
  /** Their sources, without the base path. */
  readonly rewrites: readonly string[]
  readonly hasPageMaps: boolean
  readonly isTurbopack: boolean
}

const CODE = /\.(?:[jt]sx?|mjs|cjs|mts)$/
const ENDINGS = ['ts', 'js', 'mjs', 'tsx', 'jsx', 'mts', 'cjs']

/** Undefined: not the folder of a Next.js application. */
export async function readProject(root: string): Promise<Project | undefined> {
  const find = (name: string) => firstSource(root, ['', 'src/'], name)
  const tree = await filesOf(root)
  const config = await firstSource(root, [''], 'next.config')
  if (config === undefined && tree.length === 0) return undefined
  const instrumentation = await find('instrumentation')
  const servers = [instrumentation, await find('sentry.server.config'), await find('sentry.edge.config')]
  const pages = [await find('instrumentation-client'), await find('sentry.client.config')]
  return {
    instrumentation,
    config,
    proxy: (await find('proxy')) ?? (await find('middleware')),
    servers: inits(servers),
    pages: inits(pages),
    boundaries: await sources(root, tree.filter(isBoundary)),
    handlers: await handlersOf(root, tree),
    build: await readBuild(root),
  }
}

function inits(files: ReadonlyArray<SourceFile | undefined>): readonly InitOptions[] {
  return files.flatMap((file) => (file && initOptions(file)) ?? [])
}

async function firstSource(
  root: string,
  folders: readonly string[],
  name: string,
): Promise<SourceFile | undefined> {
  for (const folder of folders) {
    for (const ending of ENDINGS) {
      const source = await readSource(root, `${folder}${name}.${ending}`)
      if (source !== undefined) return source
    }
  }
  return undefined
}

async function sources(root: string, paths: readonly string[]): Promise<readonly SourceFile[]> {
  return (await Promise.all(paths.map((path) => readSource(root, path)))).filter((file) => file !== undefined)
}

async function filesOf(root: string): Promise<readonly string[]> {
  const folders = ['app', 'pages', 'src/app', 'src/pages']
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(root, folder), { recursive: true }).catch(() => [])
      return names.map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    }),
  )
  return found.flat().filter((path) => CODE.test(path) && !path.includes('/node_modules/'))
}

function isBoundary(path: string): boolean {
  return /^(?:src\/)?app\/(?:.*\/)?(?:global-)?error\.\w+$/.test(path)
}

async function handlersOf(root: string, tree: readonly string[]): Promise<readonly Handler[]> {
  const routes = tree.flatMap((path) => {
    const route = routeOf(path)
    return route === undefined ? [] : [{ path, route }]
  })
  const files = await sources(
    root,
    routes.map(({ path }) => path),
  )
  return files.flatMap((file) => {
    const route = routes.find(({ path }) => path === file.path)?.route
    return route === undefined ? [] : [{ route, file }]
  })
}

/** `app/(site)/monitoring/route.ts` → `/monitoring`, `pages/api/monitoring.ts` → `/api/monitoring`. */
function routeOf(path: string): string | undefined {
  const inApp = /^(?:src\/)?app(\/.*)?\/route\.\w+$/.exec(path)
  if (inApp !== null) return (inApp[1] ?? '').replaceAll(/\/\([^/]*\)/g, '') || '/'
  const inPages = /^(?:src\/)?pages(\/api\/.*?)(?:\/index)?\.\w+$/.exec(path)
  return inPages?.[1]
}

async function readBuild(root: string): Promise<Build | undefined> {
  const folder = await openBuild(root)
  const routes = folder && (await readNextBuild((name) => folder.read(name)))
  if (folder === undefined || routes === undefined) return undefined
  const { release, trailingSlash } = await readConfig(folder)
  const scripts = await listScripts(folder)
  const rewrites = [...routes.beforeFiles, ...routes.afterFiles, ...routes.fallback]
  return {
    release,
    trailingSlash,
    basePath: routes.basePath,
    rewrites: rewrites.map(({ source }) => source),
    hasPageMaps: scripts.some((name) => isMap(name) && name.startsWith('static/')),
    // An empty file that only Turbopack leaves.
    isTurbopack: (await folder.read('turbopack')) !== undefined,
  }
}
