const COMMA = 0x2c
const SEMICOLON = 0x3b

/** Bytes on the heap, measured with V8 and rounded up. */
const LINE_BYTES = 56
/** The list of a line makes room for seventeen positions with the first one. */
const FIRST_POSITION_BYTES = 160
const POSITION_BYTES = 112
const SOURCE_BYTES = 160
const NAME_BYTES = 24
/** Nested sections; two levels at most in practice. */
const MOST_LEVELS = 10

/** What decoding the parsed map takes. Throws where it is no map. */
export function decodedCost(json: object): number {
  const total = { bytes: 0, lines: 0 }
  const waiting: Placed[] = [{ map: json, line: 0, level: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { map, line, level } = next
    if (level > MOST_LEVELS) throw new TypeError('sections are nested too deeply')
    if ('sections' in map) {
      for (const section of sectionsOf(map.sections)) {
        waiting.push({ map: section.map, line: line + section.line, level: level + 1 })
      }
      continue
    }
    const cost = costOf(map)
    // Sections are decoded one by one and then joined, so that everything is there twice, on lines up to the last one.
    total.bytes += level === 0 ? cost.bytes : cost.bytes * 2
    total.lines = Math.max(total.lines, level === 0 ? 0 : line + cost.lines)
  }
  return total.bytes + total.lines * LINE_BYTES
}

interface Placed {
  readonly map: object
  readonly line: number
  readonly level: number
}

function sectionsOf(sections: unknown): readonly Omit<Placed, 'level'>[] {
  if (!Array.isArray(sections)) throw new TypeError('sections is no list')
  return (sections as readonly unknown[]).map((section) => {
    const { map, offset } = objectOf(section, 'a section') as Readonly<Record<string, unknown>>
    const { line, column } = objectOf(offset, 'an offset') as Readonly<Record<string, unknown>>
    position(column)
    return { map: objectOf(map, 'the map of a section'), line: position(line) }
  })
}

function objectOf(value: unknown, what: string): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${what} is not an object`)
  return value
}

function position(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new TypeError('an offset is no position')
}

function costOf(map: object): { readonly bytes: number; readonly lines: number } {
  const { mappings, sources, names, sourceRoot } = map as Readonly<Record<string, unknown>>
  if (!Array.isArray(sources)) throw new TypeError('sources is no list')
  const listed = sourcesCost(sources, typeof sourceRoot === 'string' ? sourceRoot.length : 0)
  const named = Array.isArray(names) ? names.length * NAME_BYTES : 0
  if (Array.isArray(mappings)) return { bytes: listed + named, lines: mappings.length }
  if (typeof mappings !== 'string') throw new TypeError('there are no mappings')
  const decoded = mappingsCost(mappings)
  return { ...decoded, bytes: decoded.bytes + listed + named }
}

/** Every source is resolved against the root, which is then written out for each of them. */
function sourcesCost(sources: readonly unknown[], rootLength: number): number {
  let bytes = sources.length * (SOURCE_BYTES + rootLength * 4)
  for (const source of sources) if (typeof source === 'string') bytes += source.length * 4
  return bytes
}

function mappingsCost(mappings: string): { readonly bytes: number; readonly lines: number } {
  let lines = 1
  let filledLines = 0
  let positions = 0
  let lineStart = 0
  for (let at = 0; at <= mappings.length; at++) {
    const char = at === mappings.length ? SEMICOLON : mappings.charCodeAt(at)
    if (char === COMMA) positions++
    if (char !== SEMICOLON) continue
    if (at > lineStart) {
      filledLines++
      positions++
    }
    lineStart = at + 1
    if (at < mappings.length) lines++
  }
  const bytes = lines * LINE_BYTES + filledLines * FIRST_POSITION_BYTES + positions * POSITION_BYTES
  return { bytes, lines }
}
