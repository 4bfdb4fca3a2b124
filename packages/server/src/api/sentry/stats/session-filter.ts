import type { SearchNode } from '@hindcast/contract/search/node.ts'
import { canonicalKey } from '@hindcast/contract/search/aliases.ts'
import { parseSearch } from '@hindcast/contract/search/parse.ts'
import { AppError } from '#domain/app-error.ts'

/** Undefined: any. */
export interface SessionFilter {
  readonly release: readonly string[] | undefined
  readonly environment: readonly string[] | undefined
}

type Key = keyof SessionFilter

/** What a session says: its release and environment, as they are written. */
export function sessionFilter(query: string): SessionFilter {
  const { node, errors } = parseSearch(query)
  if (errors.length > 0) throw new AppError('invalid_input', 'query: can’t be read.')
  const found: Record<Key, readonly string[] | undefined> = { release: undefined, environment: undefined }
  const isBoth = node?.kind === 'all' && node.explicit
  for (const part of partsOf(node)) {
    const { key, values } = filterOf(part)
    const before = found[key]
    if (before === undefined) found[key] = values
    else found[key] = isBoth ? before.filter((value) => values.includes(value)) : [...before, ...values]
  }
  return found
}

/** Those that both allow. */
export function narrower(
  one: readonly string[] | undefined,
  other: readonly string[],
): readonly string[] | undefined {
  if (other.length === 0) return one
  return one === undefined ? other : one.filter((value) => other.includes(value))
}

function partsOf(node: SearchNode | undefined): readonly SearchNode[] {
  if (node === undefined) return []
  return node.kind === 'all' ? node.parts : [node]
}

function filterOf(node: SearchNode): { readonly key: Key; readonly values: readonly string[] } {
  const refusal = new AppError(
    'invalid_input',
    'query: sessions are found by release: and environment: with plain values, and no other way.',
  )
  if (node.kind !== 'filter' || node.negated || node.quotedKey) throw refusal
  const key = canonicalKey(node.key)
  if (key !== 'release' && key !== 'environment') throw refusal
  const isPlain = node.values.every(
    ({ text, written }) =>
      written === 'quoted' || (written === 'bare' && !/[*<>]|\.\./.test(text) && text !== 'latest'),
  )
  if (!isPlain) throw refusal
  return { key, values: node.values.map(({ text }) => text) }
}
