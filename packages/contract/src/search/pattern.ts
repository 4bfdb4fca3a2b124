import { SEARCH_LIMITS } from './parse.ts'

export type PatternFault = 'too_long' | 'lookaround' | 'backreference' | 'broken'

/**
 * What engines without backtracking can run too, so that no pattern is slow and every engine finds the same:
 * neither looking around nor back, and nothing that only some know.
 */
export function patternFault(source: string): PatternFault | undefined {
  if (source.length > SEARCH_LIMITS.patternChars) return 'too_long'
  const plain = source.replace(/\\\\/g, '')
  if (/\(\?<?[=!]/.test(plain)) return 'lookaround'
  if (/\\[1-9]|\\k/.test(plain)) return 'backreference'
  if (/\(\?(?!:)/.test(plain) || /\\[^dDwWsSbBnrt\W_]/.test(plain)) return 'broken'
  if (repeats(plain) > MOST_REPEATS || /\[\[:|\{,/.test(plain)) return 'broken'
  return compiles(source) ? undefined : 'broken'
}

const MOST_REPEATS = 1000

/** Counted repeats multiply where they are nested; wherever they stand, this many are never needed. */
function repeats(source: string): number {
  return [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce(
    (product, [, from, to]) => product * Math.max(Number(from), Number(to ?? 0), 1),
    1,
  )
}

function compiles(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** Where a bare value says nothing but the part between the stars. */
export function hasStar(text: string): boolean {
  return text.includes('*')
}

/** A pattern with stars, and nothing else special, as a test; in any case. */
export function globTest(pattern: string): (text: string) => boolean {
  const parts = pattern.toLowerCase().split(/\*+/)
  const source = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('[^]*')
  const regex = new RegExp(`^${source}$`)
  return (text) => regex.test(text.toLowerCase())
}
