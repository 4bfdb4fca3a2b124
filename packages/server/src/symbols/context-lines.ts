import { LIMITS } from '#domain/limits.ts'
import type { OriginalFrame } from '#domain/source-maps/mapped-frame.ts'

type Context = Pick<OriginalFrame, 'preContext' | 'contextLine' | 'postContext'>

export const NO_CONTEXT: Context = { preContext: [], contextLine: undefined, postContext: [] }

/** The lines around one; `line` from 1, `column` from 0. */
export function contextLines(source: string, line: number, column: number): Context {
  const { contextLines: around } = LIMITS.symbols
  const first = Math.max(1, line - around)
  const lines = linesFrom(source, first, line + around - first + 1)
  const middle = line - first
  const own = lines[middle]
  if (own === undefined) return NO_CONTEXT
  return {
    preContext: lines.slice(0, middle).map((text) => cut(text, 0)),
    contextLine: cut(own, column),
    postContext: lines.slice(middle + 1).map((text) => cut(text, 0)),
  }
}

/** The whole line, from 1; empty where there is none. */
export function lineOf(source: string, line: number): string {
  return linesFrom(source, line, 1)[0] ?? ''
}

/** Splitting the whole of a large source for eleven lines would cost more than finding them. */
function linesFrom(source: string, first: number, count: number): readonly string[] {
  let at = 0
  for (let line = 1; line < first; line++) {
    at = source.indexOf('\n', at) + 1
    if (at === 0) return []
  }
  const lines: string[] = []
  while (lines.length < count && at <= source.length) {
    const end = source.indexOf('\n', at)
    lines.push(source.slice(at, end === -1 ? undefined : end).replace(/\r$/, ''))
    if (end === -1) break
    at = end + 1
  }
  return lines
}

function cut(text: string, column: number): string {
  const { contextLineChars: most } = LIMITS.symbols
  if (text.length <= most) return text
  const from = Math.max(0, Math.min(column - Math.floor(most / 2), text.length - most))
  return `${from > 0 ? '{snip} ' : ''}${text.slice(from, from + most).toWellFormed()}${from + most < text.length ? ' {snip}' : ''}`
}
