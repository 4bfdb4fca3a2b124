import type { SearchNode, SearchValue } from './node.ts'

/** Prints a query as text; parsing it again gives the same query. */
export function printSearch(node: SearchNode | undefined): string {
  return node === undefined ? '' : printed(node, 0)
}

/** How tightly it holds together: what is looser than its surroundings needs brackets. */
const STRENGTH = { any: 1, and: 2, side: 3, not: 4 } as const

function printed(node: SearchNode, around: number): string {
  if (node.kind === 'word') return printWord(node.text, node.negated, node.quoted)
  if (node.kind === 'filter') {
    return `${node.negated ? '!' : ''}${printKey(node.key, node.quotedKey)}:${node.values.map(printValue).join(',')}`
  }
  if (node.kind === 'not') return `NOT ${printed(node.part, STRENGTH.not)}`
  const [joint, strength] =
    node.kind === 'any'
      ? ([' OR ', STRENGTH.any] as const)
      : node.explicit
        ? ([' AND ', STRENGTH.and] as const)
        : ([' ', STRENGTH.side] as const)
  const text = node.parts.map((part) => printed(part, strength)).join(joint)
  return strength <= around ? `(${text})` : text
}

export function printKey(key: string, quotedKey: boolean): string {
  return quotedKey ? quoted(key) : key
}

export function printValue({ text, written }: Pick<SearchValue, 'text' | 'written'>): string {
  if (written === 'regex') return `/${text}/`
  if (written === 'regex_any_case') return `/${text}/i`
  return written === 'quoted' ? quoted(text) : text
}

/** A value that means itself, with quotes only where something else would be read. */
export function plainValue(text: string): string {
  if (text.includes('..')) return quoted(text)
  const isPlain = /^[^\s,"()*/<>=][^\s,"()*]*$/.test(text)
  const isPath = /^\/(?!\/)[^\s,"()*]*[^\s,"()*/]$/.test(text) && !text.endsWith('/i')
  return isPlain || isPath ? text : quoted(text)
}

function printWord(text: string, negated: boolean, wasQuoted: boolean): string {
  return `${negated ? '!' : ''}${wasQuoted ? quoted(text) : text}`
}

export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
