import type { ArtifactFile } from '#domain/source-maps/artifact.ts'
import { fetchedMapId, isFetchable } from '#domain/source-maps/map-fetch.ts'
import type { LookedFor } from '#domain/source-maps/mapped-frame.ts'
import type { ArtifactRecords } from '#stores/records/records.ts'
import { mapNameOf, uploadNames } from '#symbols/script-urls.ts'

/** What identifies a script of a build. */
export interface ScriptKey {
  readonly projectId: string
  readonly release: string | undefined
  readonly dist: string | undefined
  readonly debugId: string | undefined
  readonly url: string
}

export interface Located {
  readonly map: ArtifactFile | undefined
  readonly script: ArtifactFile | undefined
  readonly looked: readonly LookedFor[]
}

export type ArtifactSearch = Pick<ArtifactRecords, 'byDebugIds' | 'byUrls'>

/** By debug id, else by release, dist and address, else what was fetched from where the script is served. */
export async function locateMap(artifacts: ArtifactSearch, key: ScriptKey): Promise<Located> {
  const uploaded = await locateUploaded(artifacts, key)
  if (uploaded.map !== undefined || !isFetchable(key.url)) return uploaded
  const [map] = await artifacts.byDebugIds(key.projectId, [fetchedMapId(key.release, key.url)])
  if (map === undefined) return uploaded
  const looked = { by: 'fetch', value: map.url, dist: undefined, found: 'map' } as const
  return { ...uploaded, map, looked: [...uploaded.looked, looked] }
}

async function locateUploaded(artifacts: ArtifactSearch, key: ScriptKey): Promise<Located> {
  const byId = await byDebugId(artifacts, key)
  if (byId.map !== undefined || key.release === undefined) return byId
  const byUrl = await byRelease(artifacts, key, key.release)
  return {
    map: byUrl.map,
    script: byId.script ?? byUrl.script,
    looked: [...byId.looked, ...byUrl.looked],
  }
}

async function byDebugId(artifacts: ArtifactSearch, key: ScriptKey): Promise<Located> {
  const { debugId, projectId } = key
  if (debugId === undefined) return { map: undefined, script: undefined, looked: [] }
  const files = await artifacts.byDebugIds(projectId, [debugId])
  const script = ofKind(files, 'minified_source')
  // A tool may have put the id into the script only.
  const map = ofKind(files, 'source_map') ?? (script && (await namedBy(artifacts, projectId, script)))
  const looked = { by: 'debug_id', value: debugId, dist: undefined, found: foundOf(map, script) } as const
  return { map, script, looked: [looked] }
}

async function byRelease(artifacts: ArtifactSearch, key: ScriptKey, release: string): Promise<Located> {
  const names = uploadNames(key.url)
  const looked: LookedFor[] = []
  let script: ArtifactFile | undefined
  for (const dist of key.dist === undefined ? [undefined] : [key.dist, undefined]) {
    const wanted = [...names, ...names.map((name) => `${name}.map`)]
    const files = preferred(await artifacts.byUrls(key.projectId, release, dist, wanted), wanted)
    const here = ofKind(files, 'minified_source')
    const map =
      (here && (await namedBy(artifacts, key.projectId, here))) ??
      ofKind(
        files.filter((file) => file.url.endsWith('.map')),
        'source_map',
      )
    script ??= here
    for (const name of names) {
      const isHere = here?.url === name || map?.url === `${name}.map`
      looked.push({ by: 'url', value: name, dist, found: isHere ? foundOf(map, here) : 'nothing' })
    }
    if (map !== undefined) return { map, script, looked }
  }
  return { map: undefined, script, looked }
}

/** The map that the script itself names. */
async function namedBy(
  artifacts: ArtifactSearch,
  projectId: string,
  script: ArtifactFile,
): Promise<ArtifactFile | undefined> {
  const name = script.sourceMap === undefined ? undefined : mapNameOf(script.url, script.sourceMap)
  if (name === undefined || script.release === undefined) return undefined
  const files = await artifacts.byUrls(projectId, script.release, script.dist, uploadNames(name))
  return ofKind(files, 'source_map')
}

function ofKind(files: readonly ArtifactFile[], kind: ArtifactFile['kind']): ArtifactFile | undefined {
  return files.find((file) => file.kind === kind)
}

/** The exact address before the one that fits any origin; the store's order, newest first, within each. */
function preferred(files: readonly ArtifactFile[], names: readonly string[]): readonly ArtifactFile[] {
  return files.toSorted((a, b) => names.indexOf(a.url) - names.indexOf(b.url))
}

function foundOf(map: ArtifactFile | undefined, script: ArtifactFile | undefined): LookedFor['found'] {
  if (map !== undefined) return 'map'
  return script === undefined ? 'nothing' : 'script'
}
