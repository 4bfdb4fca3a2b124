import { AnyMap, decodedMappings, originalPositionFor, type TraceMap } from '@jridgewell/trace-mapping'
import { LIMITS } from '#domain/limits.ts'
import { decodedCost } from './decoded-cost.ts'
import type { Sampled } from './late-banner.ts'
import type { TextCost } from './text-cost.ts'
import { lineOf } from '#symbols/context-lines.ts'
import { scopesOf, type Scopes } from '#symbols/scopes/enclosing-function.ts'

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
  /** The first so many positions of the first line whose source text the map brings. */
  samples(count: number): Iterable<Sampled>
  /** An estimate of the memory it takes. */
  readonly bytes: number
}

/** Opening the map would take more memory than there is for it. */
export class CostlyMapError extends Error {
  override readonly name = 'CostlyMapError'
  readonly needsBytes: number
  constructor(needsBytes: number) {
    super('too costly')
    this.needsBytes = needsBytes
  }
}

/**
 * Throws where the bytes are no map, and before anything is decoded where that would take more than `mostBytes`: what
 * decodes to gigabytes can be uploaded in a few hundred kilobytes. `cost`: what parsing takes, as `textCost` says.
 */
export function openMap(bytes: Uint8Array, cost: TextCost, mostBytes = Infinity): OpenMap {
  if (cost.parsing + cost.parsed > mostBytes) throw new CostlyMapError(cost.parsing + cost.parsed)
  const json = parse(bytes)
  const held = cost.parsed + decodedCost(json)
  if (cost.parsing + held > mostBytes) throw new CostlyMapError(cost.parsing + held)
  const map = new AnyMap(json as ConstructorParameters<typeof AnyMap>[0])
  // Decodes now, so that a map that cannot be decoded is known to be broken.
  originalPositionFor(map, { line: 1, column: 0 })
  const scopes = new Map<string, Scopes | undefined>()
  const contents = contentsOf(map)
  const ignored = ignoredSources(map)
  return {
    bytes: held,
    positionOf(line, column) {
      // Untrusted input: the sender chooses these.
      if (!(line >= 1) || !(column >= 1)) return undefined
      const found = originalPositionFor(map, { line, column: column - 1 })
      if (found.source === null || typeof found.source !== 'string') return undefined
      const { source, name } = found
      return {
        source,
        line: found.line,
        column: found.column,
        name: typeof name === 'string' && name !== '' ? name : undefined,
        ignored: ignored.has(source),
      }
    },
    contentOf: (source) => contents.get(source),
    scopesOf(source) {
      if (!scopes.has(source)) scopes.set(source, scopesIn(contents.get(source)))
      return scopes.get(source)
    },
    samples: (count) => samplesOf(map, count),
  }
}

const LONGEST_SAMPLE = 40
/** Finding a line takes as long as its source: so many samples of a large one would take seconds. */
const LARGEST_SAMPLED = 128 * 1024

function* samplesOf(map: TraceMap, count: number): Iterable<Sampled> {
  for (const segment of decodedMappings(map)[0]?.slice(0, count) ?? []) {
    if (segment.length === 1) continue
    const [column, source, line, originalColumn] = segment
    const content: unknown = map.sourcesContent?.[source]
    if (typeof content !== 'string' || content.length > LARGEST_SAMPLED) continue
    const text = lineOf(content, line + 1)
    yield { column, original: text.slice(originalColumn, originalColumn + LONGEST_SAMPLE) }
  }
}

function parse(bytes: Uint8Array): object {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  // Some servers put a line in front, so that the file cannot be included as a script.
  const json: unknown = JSON.parse(text.replace(/^\uFEFF?(?:\)\]\}'?[^\n]*\n)?/, ''))
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new TypeError('not an object')
  return json
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
  if (content === undefined || content.length > LIMITS.symbols.sourceBytes) return undefined
  try {
    return scopesOf(content)
  } catch {
    // Names are guessed; a text that cannot be read that way costs its names and not the stack.
    return undefined
  }
}

/** As a set: with a list every position would be a search through all sources. */
function ignoredSources({ ignoreList, resolvedSources }: TraceMap): ReadonlySet<string | undefined> {
  return new Set(Array.isArray(ignoreList) ? ignoreList.map((index) => resolvedSources[index]) : [])
}
