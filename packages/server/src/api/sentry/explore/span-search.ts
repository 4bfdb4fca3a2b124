import type { SearchNode } from '@hindcast/contract/search/node.ts'
import { parseSearch } from '@hindcast/contract/search/parse.ts'
import { AppError } from '#domain/app-error.ts'

/** What spans can be found by. */
export interface SpanSearch {
  readonly trace: string | undefined
  readonly isSegment: boolean
  readonly project: string | undefined
  readonly op: string | undefined
  readonly route: string | undefined
  readonly release: string | undefined
  readonly environment: string | undefined
}

const KEYS: Readonly<Record<string, keyof SpanSearch>> = {
  trace: 'trace',
  is_transaction: 'isSegment',
  project: 'project',
  'span.op': 'op',
  'transaction.op': 'op',
  transaction: 'route',
  release: 'release',
  environment: 'environment',
}

const HOW =
  'Spans are found by is_transaction:true (the roots of each service’s part) or by trace:ID, and then by span.op, transaction, release, environment and project with one plain value each.'

export function spanSearch(query: string): SpanSearch {
  const { node, errors } = parseSearch(query)
  if (errors.length > 0) throw new AppError('invalid_input', 'query: can’t be read.')
  const found = new Map<keyof SpanSearch, string>()
  for (const part of node?.kind === 'all' ? node.parts : node === undefined ? [] : [node]) {
    const [key, value] = filterIn(part)
    if (found.has(key)) throw refusal(`more than one ${key}`)
    found.set(key, value)
  }
  const isSegment = found.get('isSegment')
  if (isSegment !== undefined && !['true', '1'].includes(isSegment)) throw refusal('is_transaction:false')
  if (isSegment === undefined && !found.has('trace')) throw refusal('every span')
  return {
    trace: found.get('trace'),
    isSegment: isSegment !== undefined,
    project: found.get('project'),
    op: found.get('op'),
    route: found.get('route'),
    release: found.get('release'),
    environment: found.get('environment'),
  }
}

function filterIn(node: SearchNode): readonly [keyof SpanSearch, string] {
  if (node.kind !== 'filter') throw refusal(node.kind === 'word' ? `“${node.text}”` : 'OR and NOT')
  const [value, ...others] = node.values
  const key = KEYS[node.key]
  const isPlain = value?.written === 'quoted' || (value?.written === 'bare' && !/[*<>]|\.\./.test(value.text))
  if (key === undefined || node.negated || node.quotedKey || others.length > 0 || !isPlain)
    throw refusal(`${node.key} like that`)
  return [key, value.text]
}

function refusal(what: string): AppError {
  return new AppError('invalid_input', `query: ${what} can’t be searched for in dataset spans. ${HOW}`)
}
