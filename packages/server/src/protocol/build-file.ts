import type { ArtifactFile } from '#domain/source-maps/artifact.ts'
import { normalDebugId } from '#domain/source-maps/debug-id.ts'
import { LIMITS } from '#domain/limits.ts'
import { withoutQuery } from '#domain/trim-end.ts'

type Known = Pick<ArtifactFile, 'kind' | 'debugId' | 'sourceMap'>

/** Comments stand at the end of a script; an inline map would be megabytes of one. */
const TAIL_BYTES = 16 * 1024
const MAP_ID_KEYS = ['"debugId":"', '"debug_id":"']
const UUID_CHARACTERS = 36

/** What the upload did not say about a file but the file says about itself. */
export function completedByContent(known: Known, bytes: Uint8Array): Known {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (known.kind === 'source_map') return { ...known, debugId: known.debugId ?? idInMap(buffer) }
  if (known.kind === 'source') return known
  const tail = buffer.subarray(Math.max(0, buffer.byteLength - TAIL_BYTES)).toString()
  const named = lastComment(tail, 'sourceMappingURL')
  const sourceMap = known.sourceMap ?? named
  return {
    kind: known.kind,
    debugId: known.debugId ?? normalDebugId(lastComment(tail, 'debugId') ?? ''),
    sourceMap: sourceMap === undefined || sourceMap.startsWith('data:') ? undefined : sourceMap,
  }
}

function lastComment(tail: string, name: 'sourceMappingURL' | 'debugId'): string | undefined {
  const comment = new RegExp(`^[ \\t]*//[#@][ \\t]*${name}=(\\S+)[ \\t]*$`, 'gm')
  const value = [...tail.matchAll(comment)].at(-1)?.[1]
  return value !== undefined && value.length <= LIMITS.text.url ? value : undefined
}

/** The quotes of a key inside a text would be escaped, so this finds keys only, without parsing megabytes. */
function idInMap(map: Buffer): string | undefined {
  for (const key of MAP_ID_KEYS) {
    const at = map.indexOf(key)
    if (at === -1) continue
    const start = at + key.length
    const id = normalDebugId(map.subarray(start, start + UUID_CHARACTERS).toString('latin1'))
    if (id !== undefined) return id
  }
  return undefined
}

/** Of a file that was uploaded by itself, by its name. */
export function kindByName(name: string, hasSourceMap: boolean): ArtifactFile['kind'] {
  const path = withoutQuery(name)
  if (/\.map$/i.test(path)) return 'source_map'
  return hasSourceMap || /\.(?:[cm]?js|jsbundle|bundle|hbc)$/i.test(path) ? 'minified_source' : 'source'
}
