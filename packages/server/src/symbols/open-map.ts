import { AnyMap, isIgnored, originalPositionFor, type TraceMap } from '@jridgewell/trace-mapping'
import { LIMITS } from '#domain/limits.ts'
import { scopesOf, type Scopes } from './scopes/enclosing-function.ts'

export interface OriginalPosition {
  /** As the map names it. */
  readonly source: string
  readonly line: number
  /** From 0. */
  readonly column: number
  /** Of what stands there: at a call, what is called. */
  readonly name: string | undefined
  readonly ignored: boolean
}

export interface OpenMap {
  /** `line` and `column` from 1, as browsers send them. */
  positionOf(line: number, column: number): OriginalPosition | undefined
  /** The text of a source, if the map brings it. */
  contentOf(source: string): string | undefined
  scopesOf(source: string): Scopes | undefined
  /** An estimate of the memory it takes. */
  readonly bytes: number
}

/** What it costs to hold a character of mappings once it is decoded: measured, 11 to 14 bytes. */
const DECODED_BYTES_PER_CHARACTER = 14

/** Throws where the bytes are no map. */
export function openMap(bytes: Uint8Array): OpenMap {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  // Some servers put a line in front, so that the file cannot be included as a script.
  const json: unknown = JSON.parse(text.replace(/^\uFEFF?(?:\)\]\}'?[^\n]*\n)?/, ''))
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new TypeError('not an object')
  const map = new AnyMap(json as ConstructorParameters<typeof AnyMap>[0])
  // Decodes now, so that a map that cannot be decoded is known to be broken.
  originalPositionFor(map, { line: 1, column: 0 })
  const scopes = new Map<string, Scopes | undefined>()
  const contents = contentsOf(map)
  return {
    bytes: text.length * 2 + mappingsLength(json) * DECODED_BYTES_PER_CHARACTER,
    positionOf(line, column) {
      const found = originalPositionFor(map, { line, column: column - 1 })
      if (found.source === null || typeof found.source !== 'string') return undefined
      const { source, name } = found
      return {
        source,
        line: found.line,
        column: found.column,
        name: typeof name === 'string' && name !== '' ? name : undefined,
        ignored: isIgnored(map, source),
      }
    },
    contentOf: (source) => contents.get(source),
    scopesOf(source) {
      if (!scopes.has(source)) scopes.set(source, scopesIn(contents.get(source)))
      return scopes.get(source)
    },
  }
}

function contentsOf(map: TraceMap): ReadonlyMap<string, string> {
  const contents = new Map<string, string>()
  for (const [index, source] of map.resolvedSources.entries()) {
    const content: unknown = map.sourcesContent?.[index]
    if (typeof content === 'string') contents.set(source, content)
  }
  return contents
}

export function scopesIn(content: string | undefined): Scopes | undefined {
  return content === undefined || content.length > LIMITS.symbols.sourceBytes ? undefined : scopesOf(content)
}

function mappingsLength(json: object): number {
  const { mappings, sections } = json as { readonly mappings?: unknown; readonly sections?: unknown }
  if (typeof mappings === 'string') return mappings.length
  if (!Array.isArray(sections)) return 0
  let length = 0
  for (const section of sections as readonly { readonly map?: object }[]) {
    if (typeof section.map === 'object') length += mappingsLength(section.map)
  }
  return length
}
