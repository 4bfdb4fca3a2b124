import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { NEXT_ROUTES, readNextBuild } from '@hindcast/contract/routes/next-build.ts'
import type { RouteManifest } from '@hindcast/contract/routes/registry.ts'
import { AppError } from '#domain/app-error.ts'
import type { RouteManifest as RouteList } from '#domain/routes/manifest.ts'
import { readRouteList } from '#domain/routes/read-route-list.ts'

/** Where builds keep what names their routes, seen from the folder of the application or of the build. */
const NEXT = [NEXT_ROUTES, `.next/${NEXT_ROUTES}`]
const TANSTACK = ['routeTree.gen.ts', 'src/routeTree.gen.ts', 'app/routeTree.gen.ts']

export async function readRouteFiles(path: string): Promise<RouteManifest> {
  const info = await stat(path).catch(() => undefined)
  if (info === undefined) throw new AppError('not_found', `There is no ${path}.`)
  const file = info.isDirectory() ? await firstOf(path, [...NEXT, ...TANSTACK]) : path
  if (file === undefined) {
    throw new AppError(
      'not_found',
      `${path} has none of ${[...NEXT, ...TANSTACK].join(', ')}. Name the file itself.`,
    )
  }
  const text = await readFile(file, 'utf8')
  const built = await readBuildAround(file, text)
  if (built !== undefined) return built
  const list = readRouteList(text)
  if (list === undefined) throw new AppError('invalid_input', `${file} has no routes that could be read.`)
  return onWire(list)
}

async function firstOf(folder: string, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const file = join(folder, name)
    if (await stat(file).catch(() => undefined)) return file
  }
  return undefined
}

/** The named file has the routes, whatever it is called; what else the build says lies beside it. */
function readBuildAround(file: string, text: string): Promise<RouteManifest | undefined> {
  return readNextBuild(async (name) =>
    name === NEXT_ROUTES ? text : readFile(join(file, '..', name), 'utf8').catch(() => undefined),
  )
}

/** As it is sent. */
function onWire({ style, basePath, locales, patterns }: RouteList): RouteManifest {
  const nothing = { redirects: [], beforeFiles: [], afterFiles: [], fallback: [], actions: [] }
  return { style, basePath, locales: [...locales], patterns: [...patterns], ...nothing }
}
