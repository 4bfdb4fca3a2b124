import { posix } from 'node:path'
import { encodeBundle, type FileToUpload } from '@hindcast/contract/source-maps/encode-bundle.ts'
import type { BuildFolder } from '../build/build-folder.ts'
import { isMap, listScripts, mapNameOf } from '../build/source-maps.ts'
import { sendBundle, type BundleTarget } from './send-bundle.ts'

/**
 * Uploads the source maps that are in the build, and says how many there were; undefined where there are none. They are found
 * by release and address, so that nothing in the build is changed: debug ids would have to be written into its scripts.
 */
export async function uploadSourceMaps(
  build: BuildFolder,
  target: BundleTarget,
  release: string,
): Promise<string | undefined> {
  const files = await mappedScripts(build)
  if (files.length === 0) return undefined
  const bundle = encodeBundle(release, files)
  await sendBundle(target, release, bundle)
  const count = files.filter(({ kind }) => kind === 'source_map').length
  return `${count} source map${count === 1 ? '' : 's'} uploaded (${(bundle.length / 1e6).toFixed(1)} MB).`
}

async function mappedScripts(build: BuildFolder): Promise<readonly FileToUpload[]> {
  const names = await listScripts(build)
  const maps = new Set(names.filter(isMap))
  const files: FileToUpload[] = []
  const used = new Set<string>()
  for (const script of names.filter((name) => !isMap(name))) {
    const code = (await build.read(script)) ?? ''
    const map = mapNameOf(script, code)
    if (map === undefined || !maps.has(map)) continue
    const sourceMap = posix.relative(posix.dirname(script), map)
    files.push({ url: addressOf(script), kind: 'minified_source', text: code, sourceMap })
    used.add(map)
  }
  for (const map of used)
    files.push({ url: addressOf(map), kind: 'source_map', text: (await build.read(map)) ?? '' })
  return files
}

/** As @sentry/nextjs names the files of a build in stacks, whatever the base path. */
const addressOf = (name: string): string => `~/_next/${name}`
