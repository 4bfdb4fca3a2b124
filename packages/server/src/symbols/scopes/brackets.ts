import type { Token } from './tokens.ts'

const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** For each bracket the index of its partner, for every other token -1. A stray one closes what it can, or nothing. */
export function matchBrackets(tokens: readonly Token[]): Int32Array {
  const partners = new Int32Array(tokens.length).fill(-1)
  const open: number[] = []
  /** How many of each kind are open: a stray one is not looked for. */
  const counts: Record<string, number> = { '(': 0, '[': 0, '{': 0 }
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'mark') continue
    if (text === '(' || text === '[' || text === '{') {
      open.push(index)
      counts[text]!++
      continue
    }
    const wanted = CLOSES[text]
    if (wanted === undefined) continue
    if (counts[wanted] === 0) continue
    let opening = open.pop()!
    counts[tokens[opening]!.text]!--
    while (tokens[opening]!.text !== wanted) {
      opening = open.pop()!
      counts[tokens[opening]!.text]!--
    }
    partners[opening] = index
    partners[index] = opening
  }
  return partners
}
