import { parseSearch } from '@hindcast/contract/search/parse.ts'

/** Each filter and word that stands by itself, with what is left of the query without it. */
export function withoutEach(query: string): ReadonlyArray<{ readonly left: string; readonly rest: string }> {
  const { node } = parseSearch(query)
  if (node === undefined) return []
  const parts = node.kind === 'all' && !node.explicit ? node.parts : [node]
  return parts.map(({ at, length }) => ({
    left: query.slice(at, at + length),
    rest: `${query.slice(0, at)} ${query.slice(at + length)}`.replaceAll(/\s+/g, ' ').trim(),
  }))
}
