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

/** RE2 keeps a state for each: with 1,000 of them a few thousand long messages take it minutes, with 200 half a second. */
const MOST_REPEATS = 200

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

/** The star that is one too many, counted from 0; stars side by side are one. */
export function excessStar(pattern: string): number | undefined {
  return [...pattern.matchAll(/\*+/g)][SEARCH_LIMITS.stars]?.index
}

/**
 * A pattern with stars, and nothing else special, as a test; in any case. Takes each part at its first place, so that
 * no text is read twice: a pattern that tries the later places as well takes years for a long run of one letter.
 */
export function globTest(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split(/\*+/)
  const last = rest.pop()
  if (last === undefined) return (text) => text.toLowerCase() === first
  return (text) => {
    const folded = text.toLowerCase()
    if (!folded.startsWith(first) || !folded.endsWith(last)) return false
    let at = first.length
    for (const part of rest) {
      const found = folded.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return at <= folded.length - last.length
  }
}
