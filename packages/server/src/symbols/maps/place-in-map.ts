import type { OriginalFrame } from '#domain/source-maps/mapped-frame.ts'
import { contextLines, lineOf, NO_CONTEXT } from '#symbols/context-lines.ts'
import { scopesIn, type OpenMap, type OriginalPosition } from './open-map.ts'
import { isLibrary, readableSource } from '#symbols/source-name.ts'

/** The lookup of one position in a source map. */
export interface Place {
  readonly original: Omit<OriginalFrame, 'function' | 'inApp'>
  readonly scope: string | undefined
  /** What the code at the position calls. */
  readonly calls: string | undefined
  readonly isLibrary: boolean
  /** An estimate of the memory it takes. */
  readonly bytes: number
}

/** Finds the text of a source that the map does not bring. */
export type SourceFinder = (source: string) => Promise<string | undefined>

export async function placeInMap(
  map: OpenMap,
  line: number,
  column: number,
  findSource: SourceFinder,
): Promise<Place | undefined> {
  const position = map.positionOf(line, column)
  if (position === undefined) return undefined
  const { source } = position
  const inMap = map.contentOf(source)
  const content = inMap ?? (await findSource(source))
  const scopes = inMap === undefined ? scopesIn(content) : map.scopesOf(source)
  const context = content === undefined ? NO_CONTEXT : contextLines(content, position.line, position.column)
  const original = {
    filename: readableSource(source),
    source,
    line: position.line,
    column: position.column + 1,
    ...context,
  }
  return {
    original,
    scope: scopes?.nameAt(position.line, position.column),
    calls: calledName(position, content),
    isLibrary: position.ignored || isLibrary(source),
    bytes: 500 + JSON.stringify(original).length * 2,
  }
}

/** Only a name followed by arguments is a call; without the source it is assumed to be one. */
function calledName({ name, line, column }: OriginalPosition, content: string | undefined) {
  if (name === undefined || !/^[\p{L}_$#][\p{L}\p{N}_$]*$/u.test(name)) return undefined
  if (content === undefined) return name
  const text = lineOf(content, line).slice(column)
  return text.startsWith(name) && /^(?:\?\.\s*)?[(<`]/.test(text.slice(name.length).trimStart())
    ? name
    : undefined
}
