import type { ArtifactFile } from '#domain/source-maps/artifact.ts'
import { normalDebugId } from '#domain/source-maps/debug-id.ts'
import { LIMITS } from '#domain/limits.ts'
import { exceedsDepth } from './json-depth.ts'
import { unreadable } from './unreadable-bundle.ts'

export interface ManifestFile {
  /** Of the file in the archive. */
  readonly name: string
  readonly kind: ArtifactFile['kind']
  readonly url: string
  readonly debugId: string | undefined
  readonly sourceMap: string | undefined
}

export interface Manifest {
  readonly project: string | undefined
  readonly release: string | undefined
  readonly dist: string | undefined
  readonly files: readonly ManifestFile[]
}

const KINDS = new Set<unknown>(['minified_source', 'source_map', 'source'] satisfies ArtifactFile['kind'][])
const DEPTH = 16

/** `manifest.json` of a bundle. Files of a kind that no stack needs are left out. */
export function readManifest(bytes: Uint8Array): Manifest {
  const manifest = parsed(bytes)
  const files = manifest['files']
  if (!isObject(files)) throw unreadable('its manifest lists no files')
  return {
    project: textOf(manifest['project']),
    release: textOf(manifest['release'], LIMITS.text.release),
    dist: textOf(manifest['dist'], LIMITS.text.dist),
    files: Object.entries(files).flatMap(([name, file]) => readFile(name, file) ?? []),
  }
}

function readFile(name: string, file: unknown): ManifestFile | undefined {
  if (!isObject(file)) throw unreadable(`its manifest does not describe ${name}`)
  if (!KINDS.has(file['type'])) return undefined
  const url = textOf(file['url'], LIMITS.text.url)
  if (url === undefined) throw unreadable(`its manifest has no address for ${name}`)
  const headers = lowerCased(file['headers'])
  return {
    name,
    kind: file['type'] as ArtifactFile['kind'],
    url,
    debugId: normalDebugId(headers.get('debug-id') ?? ''),
    sourceMap: headers.get('sourcemap') ?? headers.get('x-sourcemap'),
  }
}

/** Header names are `sourcemap` from one tool and `Sourcemap` from another. */
export function lowerCased(headers: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  if (!isObject(headers)) return found
  for (const [name, value] of Object.entries(headers)) {
    const text = textOf(value, LIMITS.text.url)
    if (text !== undefined) found.set(name.toLowerCase(), text)
  }
  return found
}

function parsed(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  if (exceedsDepth(bytes, DEPTH)) throw unreadable('its manifest is nested too deeply')
  let manifest: unknown
  try {
    manifest = JSON.parse(Buffer.from(bytes).toString())
  } catch {
    throw unreadable('its manifest is not JSON')
  }
  if (!isObject(manifest)) throw unreadable('its manifest is not an object')
  return manifest
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Empty means the same as nothing, and what is too long was not meant for us. */
function textOf(value: unknown, longest: number = LIMITS.text.url): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= longest ? value : undefined
}
