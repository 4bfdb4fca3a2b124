/**
 * Whether a text is what the pattern describes, in any case: `*` stands for anything, `?` for one character. Every
 * character of the text is looked at once, whatever both are: neither was written by a friend.
 */
export function createGlob(pattern: string): (text: string) => boolean {
  const glob = compileGlob(pattern)
  return (text) => glob.matches(text)
}

export interface Glob {
  matches(text: string): boolean
  /** What comparing a text of this length takes at most. */
  stepsFor(length: number): number
}

const WORD_BITS = 31

export function compileGlob(pattern: string): Glob {
  const parts = pattern.toLowerCase().split('*').map(compilePart)
  const first = parts[0]!
  const rest = parts.slice(1, -1).filter(({ length }) => length > 0)
  const last = parts.length === 1 ? undefined : parts.at(-1)!
  const words = Math.ceil(pattern.length / WORD_BITS)
  return {
    matches: (text) => matches(text.toLowerCase(), first, rest, last),
    stepsFor: (length) => 1 + length * Math.max(words, 1),
  }
}

function matches(text: string, first: Part, rest: readonly Part[], last: Part | undefined): boolean {
  if (!first.isAt(text, 0)) return false
  if (last === undefined) return text.length === first.length
  const end = text.length - last.length
  let at = first.length
  for (const part of rest) {
    // The leftmost place is as good as any: what follows has the most room behind it.
    const found = part.endAfter(text, at, end)
    if (found === -1) return false
    at = found
  }
  return at <= end && last.isAt(text, end)
}

/** What stands between two stars. */
interface Part {
  readonly length: number
  isAt(text: string, at: number): boolean
  /** Behind the leftmost place from `from` that ends at `to` or before; -1 where there is none. */
  endAfter(text: string, from: number, to: number): number
}

function compilePart(part: string): Part {
  const { length } = part
  return {
    length,
    isAt(text, at) {
      if (at < 0 || at + length > text.length) return false
      for (let index = 0; index < length; index++) {
        if (part[index] !== '?' && part[index] !== text[at + index]) return false
      }
      return true
    },
    endAfter: createSearch(part),
  }
}

/**
 * Shift-and: bit i of the state says that the part's first i + 1 characters end here, so that a text is read once and
 * never gone back in.
 */
function createSearch(part: string): Part['endAfter'] {
  const words = Math.ceil(part.length / WORD_BITS)
  const any = masksFor(part, words, '?')
  const masks = new Map([...new Set(part)].map((char) => [char, masksFor(part, words, char)]))
  const lastWord = words - 1
  const lastBit = 1 << ((part.length - 1) % WORD_BITS)
  return (text, from, to) => {
    const state = new Int32Array(words)
    for (let at = from; at < to; at++) {
      const mask = masks.get(text[at]!) ?? any
      let carry = 1
      for (let word = 0; word < words; word++) {
        const before = state[word]!
        state[word] = ((before << 1) | carry) & mask[word]!
        carry = (before >>> (WORD_BITS - 1)) & 1
      }
      if ((state[lastWord]! & lastBit) !== 0) return at + 1
    }
    return -1
  }
}

function masksFor(part: string, words: number, char: string): Int32Array {
  const mask = new Int32Array(words)
  for (let index = 0; index < part.length; index++) {
    if (part[index] !== '?' && part[index] !== char) continue
    const word = Math.floor(index / WORD_BITS)
    mask[word] = mask[word]! | (1 << (index % WORD_BITS))
  }
  return mask
}
