import type { SearchNode } from '@hindcast/contract/search/node.ts'
import { parseSearch } from '@hindcast/contract/search/parse.ts'

/** Each filter and word that stands by itself, with what is left of the query without it. */
export function withoutEach(query: string): ReadonlyArray<{ readonly left: string; readonly rest: string }> {
  return partsOf(query).map((part) => ({
    left: query.slice(part.at, part.at + part.length),
    rest: cutOut(query, part).replaceAll(/\s+/g, ' ').trim(),
  }))
}

/** The query without the filters of this key that stand by themselves. */
export function withoutKey(query: string, key: string): string {
  return partsOf(query)
    .filter((part) => part.kind === 'filter' && part.key === key)
    .reduceRight(cutOut, query)
}

function partsOf(query: string): readonly SearchNode[] {
  const { node } = parseSearch(query)
  if (node === undefined) return []
  return node.kind === 'all' && !node.explicit ? node.parts : [node]
}

function cutOut(query: string, { at, length }: SearchNode): string {
  return `${query.slice(0, at)} ${query.slice(at + length)}`
}
