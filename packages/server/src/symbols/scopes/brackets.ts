import type { Token } from './tokens.ts'

const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** For each bracket the index of its partner, for every other token -1. A stray one closes what it can, or nothing. */
export function matchBrackets(tokens: readonly Token[]): Int32Array {
  const partners = new Int32Array(tokens.length).fill(-1)
  const open: number[] = []
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'mark') continue
    if (text === '(' || text === '[' || text === '{') {
      open.push(index)
      continue
    }
    const wanted = CLOSES[text]
    if (wanted === undefined) continue
    const depth = open.findLastIndex((one) => tokens[one]!.text === wanted)
    if (depth === -1) continue
    partners[open[depth]!] = index
    partners[index] = open[depth]!
    open.length = depth
  }
  return partners
}
