import type { RuleProblem } from './problem.ts'

export interface Token {
  readonly kind: 'word' | 'quoted' | 'arrow' | 'variable'
  /** Without quotes and braces. */
  readonly text: string
  /** From 0, in UTF-16 units, as an editor counts. */
  readonly from: number
  readonly to: number
}

export interface Mistake {
  readonly from: number
  readonly to: number
  readonly problem: RuleProblem
}

/** One line, split into words. Quotes belong to the word before them: `message:"a b"` is one. */
export function tokensOf(line: string): { readonly tokens: readonly Token[]; readonly mistake?: Mistake } {
  const tokens: Token[] = []
  let at = 0
  while (at < line.length) {
    if (/\s/.test(line[at]!)) {
      at++
      continue
    }
    if (line[at] === '#') break
    const token = arrow(line, at) ?? variable(line, at) ?? word(line, at)
    if ('problem' in token) return { tokens, mistake: token }
    tokens.push(token)
    at = token.to
  }
  return { tokens }
}

function arrow(line: string, from: number): Token | undefined {
  return line.startsWith('->', from) ? { kind: 'arrow', text: '->', from, to: from + 2 } : undefined
}

function variable(line: string, from: number): Token | Mistake | undefined {
  if (!line.startsWith('{{', from)) return undefined
  const end = line.indexOf('}}', from)
  if (end === -1) return { from, to: line.length, problem: { code: 'open_braces' } }
  return { kind: 'variable', text: line.slice(from + 2, end).trim(), from, to: end + 2 }
}

function word(line: string, from: number): Token | Mistake {
  let text = ''
  let at = from
  let quoted = false
  while (at < line.length && !/\s/.test(line[at]!)) {
    if (line[at] !== '"') {
      text += line[at++]!
      continue
    }
    const inside = quotation(line, at)
    if (inside === undefined) return { from: at, to: line.length, problem: { code: 'open_quotation' } }
    quoted ||= at === from
    text += inside.text
    at = inside.to
  }
  return { kind: quoted ? 'quoted' : 'word', text, from, to: at }
}

/** A backslash keeps a quotation mark, and itself, from its meaning. */
function quotation(line: string, from: number): { readonly text: string; readonly to: number } | undefined {
  let text = ''
  for (let at = from + 1; at < line.length; at++) {
    if (line[at] === '"') return { text, to: at + 1 }
    if (line[at] === '\\' && (line[at + 1] === '"' || line[at + 1] === '\\')) at++
    text += line[at]!
  }
  return undefined
}
