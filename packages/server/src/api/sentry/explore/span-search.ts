import type { FilterNode, SearchNode, SearchValue, WordNode } from '@hindcast/contract/search/node.ts'
import { readNumbers, readSides } from '@hindcast/contract/search/literals.ts'
import { parseSearch } from '@hindcast/contract/search/parse.ts'
import { excessStar, hasStar } from '@hindcast/contract/search/pattern.ts'
import { AppError } from '#domain/app-error.ts'
import type { Project } from '#domain/projects/project.ts'
import type { SpanCondition, SpanNumber, SpanText } from '#domain/traces/span-query.ts'
import { numberNamed, SPAN_NUMBERS, SPAN_TEXTS, textNamed } from './span-keys.ts'

const STATUSES = ['ok', 'error', 'unset']
const KEYS = ['is_transaction', ...Object.keys(SPAN_TEXTS), ...Object.keys(SPAN_NUMBERS)].join(', ')

type Named = ReadonlyArray<Pick<Project, 'id' | 'slug'>>

/** What a search for spans asks for; all of it must hold. What spans are not found by is refused by name. */
export function spanSearch(query: string, projects: Named): readonly SpanCondition[] {
  const { node, errors } = parseSearch(query)
  if (errors.length > 0) throw new AppError('invalid_input', 'query: can’t be read.')
  if (node === undefined) return []
  const condition = conditionOf(node, projects)
  return condition.op === 'all' ? condition.of : [condition]
}

function conditionOf(node: SearchNode, projects: Named): SpanCondition {
  if (node.kind === 'filter') return filter(node, projects)
  if (node.kind === 'word') return word(node)
  if (node.kind === 'not') return { op: 'not', of: conditionOf(node.part, projects) }
  if (node.kind === 'all' && !node.explicit) return { op: 'all', of: joined(node.parts, projects) }
  return { op: node.kind, of: node.parts.map((part) => conditionOf(part, projects)) }
}

/** As in every search, texts of one key side by side are any of them; numbers are bounds, which must all hold. */
function joined(parts: readonly SearchNode[], projects: Named): readonly SpanCondition[] {
  const groups = Map.groupBy(parts, (part) =>
    part.kind === 'filter' && !part.negated && textNamed(part.key) !== undefined ? part.key : part,
  )
  return [...groups.values()].map((same) => {
    const conditions = same.map((part) => conditionOf(part, projects))
    return conditions.length === 1 ? conditions[0]! : { op: 'any', of: conditions }
  })
}

/** Sentry looks for words in what a span is called. */
function word({ text, negated }: WordNode): SpanCondition {
  if (/^!?[\w.]+\([^)]*\):/.test(text)) throw refusal(text)
  const pattern = `*${text}*`
  if (excessStar(pattern) !== undefined) throw refusal('more than ten *')
  return negatedIf(negated, { op: 'like', text: 'name', pattern })
}

function filter(node: FilterNode, projects: Named): SpanCondition {
  const { key, negated, quotedKey, values } = node
  if (quotedKey) throw refusal(key)
  return negatedIf(negated, anyOf(values.map((value) => test(key, value, projects))))
}

function test(key: string, value: SearchValue, projects: Named): SpanCondition {
  if (value.written.startsWith('regex')) throw refusal(`${key} by a regular expression`)
  if (key === 'has')
    return { op: 'has', value: textNamed(value.text) ?? numberNamed(value.text) ?? unknown(value.text) }
  if (key === 'is_transaction') return segmentTest(value)
  const number = numberNamed(key)
  if (number !== undefined) return numberTest(key, number, value)
  return textTest(key, textNamed(key) ?? unknown(key), value, projects)
}

function segmentTest({ text }: SearchValue): SpanCondition {
  if (!['true', '1', 'false', '0'].includes(text)) throw refusal(`is_transaction:${text}`)
  return negatedIf(text === 'false' || text === '0', { op: 'segment' })
}

function numberTest(key: string, number: SpanNumber, { text }: SearchValue): SpanCondition {
  const inner = /^\[(.+)\]$/.exec(text)?.[1] ?? text
  const bounds = readNumbers(number === 'cls' ? inner : inMilliseconds(inner))
  if (bounds === undefined) throw refusal(`${key}:${text}, which is no number,`)
  return { op: 'all', of: bounds.map(({ cmp, value }) => ({ op: 'compare', number, cmp, value })) }
}

const UNITS_MS: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  hr: 3_600_000,
}

/** `>1.5s` as `>1500`. */
function inMilliseconds(text: string): string {
  return text.replaceAll(
    /(\d{1,15}(?:\.\d{1,9})?)(us|ms|s|min|m|hr|h)(?=\.\.|$)/g,
    (_, count: string, unit: string) => String(Number((Number(count) * UNITS_MS[unit]!).toFixed(6))),
  )
}

function textTest(key: string, text: SpanText, value: SearchValue, projects: Named): SpanCondition {
  const written = value.text
  const isBare = value.written === 'bare'
  if (
    isBare &&
    (/^[<>]/.test(written) || (text === 'release' && (written === 'latest' || readSides(written))))
  )
    throw refusal(`${key}:${written}`)
  if (isBare && hasStar(written)) {
    if (excessStar(written) !== undefined) throw refusal(`${key} with more than ten *`)
    if (text === 'project' || text === 'trace') throw refusal(`${key} with *`)
    return { op: 'like', text, pattern: written }
  }
  // A list of one, as tools write it, or a value that is called so.
  const only = isBare ? /^\[([^\s,"[\]]+)\]$/.exec(written)?.[1] : undefined
  const values = only === undefined ? [written] : [written, only]
  if (text === 'status' && !values.some((one) => STATUSES.includes(one)))
    throw refusal(`${key}:${written} (it is one of ${STATUSES.join(', ')})`)
  if (text === 'project')
    return {
      op: 'is',
      text,
      values: projects
        .filter(({ id, slug }) => values.includes(id) || values.includes(slug))
        .map(({ id }) => id),
    }
  if (text !== 'trace') return { op: 'is', text, values }
  if (!/^[0-9a-f]{32}$/i.test(only ?? written))
    throw new AppError('invalid_input', 'query: trace has 32 hex digits.')
  return { op: 'is', text, values: [(only ?? written).toLowerCase()] }
}

function anyOf(conditions: readonly SpanCondition[]): SpanCondition {
  return conditions.length === 1 ? conditions[0]! : { op: 'any', of: conditions }
}

function negatedIf(isNegated: boolean, condition: SpanCondition): SpanCondition {
  return isNegated ? { op: 'not', of: condition } : condition
}

function unknown(key: string): never {
  throw refusal(key)
}

function refusal(what: string): AppError {
  return new AppError(
    'invalid_input',
    `query: ${what} can’t be searched for in dataset spans. Spans are found by words in their name and by ${KEYS}.`,
  )
}
