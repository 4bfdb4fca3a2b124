import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#domain/app-error.ts'
import type { Json } from '#domain/json.ts'
import type { RouteManifest } from '#domain/routes/manifest.ts'
import { readNextManifest } from '#domain/routes/read-next.ts'
import { readRouteList } from '#domain/routes/read-route-list.ts'

/** Where builds keep what names their routes, seen from the folder of the application or of the build. */
const NEXT = ['routes-manifest.json', '.next/routes-manifest.json']
const TANSTACK = ['routeTree.gen.ts', 'src/routeTree.gen.ts', 'app/routeTree.gen.ts']
const APP_PATHS = 'app-path-routes-manifest.json'

/** Nothing else of the build is read: its other manifests contain keys. */
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
  const manifest = (await readNextBuild(file, text)) ?? readRouteList(text)
  if (manifest === undefined) throw new AppError('invalid_input', `${file} has no routes that could be read.`)
  return manifest
}

async function firstOf(folder: string, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const file = join(folder, name)
    if (await stat(file).catch(() => undefined)) return file
  }
  return undefined
}

/** Beside the manifest lies a second one, with the routes that only the App Router knows. */
async function readNextBuild(file: string, text: string): Promise<RouteManifest | undefined> {
  const json = parsed(text)
  if (json === undefined) return undefined
  const beside = await readFile(join(file, '..', APP_PATHS), 'utf8').catch(() => '')
  return readNextManifest(json, parsed(beside))
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
