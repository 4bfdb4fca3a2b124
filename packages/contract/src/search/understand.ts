import type { FieldTest, Match, SearchExpression } from './expression.ts'
import { canonicalKey } from './aliases.ts'
import { keyNamed } from './keys.ts'
import { lackingFunction } from './sentry-keys.ts'
import type { FilterNode, SearchError, SearchNode, WordNode } from './node.ts'
import { parseSearch } from './parse.ts'
import { eventIdIn } from './event-id.ts'
import { lackingIn, readValueOf, type Reading } from './understand-value.ts'

export interface Understood {
  /** Undefined where nothing is asked, or where there are errors. */
  readonly expression: SearchExpression | undefined
  readonly errors: readonly SearchError[]
}

/** What a text asks for in a list of these; `now` is what ages are counted from. */
export function understandSearch(text: string, context: Reading): Understood {
  const { node, errors } = parseSearch(text)
  return node === undefined ? { expression: undefined, errors } : understandNode(node, context)
}

export function understandNode(node: SearchNode, context: Reading): Understood {
  const errors: SearchError[] = []
  const expression = understand(node)
  return errors.length > 0 ? { expression: undefined, errors } : { expression, errors }

  function understand(one: SearchNode): SearchExpression {
    if (one.kind === 'filter') return filter(one)
    if (one.kind === 'word') return word(one)
    if (one.kind === 'not') return { kind: 'not', part: understand(one.part) }
    if (one.kind === 'any') return { kind: 'any', parts: one.parts.map(understand) }
    return { kind: 'all', parts: joined(one.parts.map(understand), one.explicit) }
  }

  function filter(one: FilterNode): SearchExpression {
    const lacking = lackingIn(one, context)
    if (lacking) {
      errors.push(lacking)
      return { kind: 'all', parts: [] }
    }
    const tests = one.values.map((value) => readValueOf(one, value, context, (error) => errors.push(error)))
    const any = tests.length === 1 ? tests[0]! : { kind: 'any' as const, parts: sameTogether(tests) }
    return one.negated ? { kind: 'not', part: any } : any
  }

  function word(one: WordNode): SearchExpression {
    refuseUnfinished(one, errors)
    const event = eventNamed(one, context)
    if (event) return one.negated ? { kind: 'not', part: event } : event
    const words = [soughtIn(one).toLowerCase()]
    const test = { kind: 'text', words, at: one.at, length: one.length } as const
    return one.negated ? { kind: 'not', part: test } : test
  }
}

/** A word is found anywhere in a text, so stars at its ends say nothing; as signs nothing would have them. */
function soughtIn({ text, quoted }: WordNode): string {
  return quoted ? text : text.replace(/^\*+|\*+$/g, '') || text
}

/** An id by itself is an event where there is one of that id, and a word otherwise: tags hold such ids too. */
function eventNamed({ text, quoted, at, length }: WordNode, { isEvent }: Reading): FieldTest | undefined {
  const id = quoted ? undefined : eventIdIn(text)
  if (id === undefined || !isEvent?.(id)) return undefined
  return {
    kind: 'test',
    of: 'event',
    field: 'event',
    tag: false,
    match: { op: 'is', values: [id] },
    at,
    length,
  }
}

/** `browser:` and nothing behind it would be searched for as a word, and never found. */
function refuseUnfinished({ text, quoted, at, length }: WordNode, errors: SearchError[]): void {
  const called = quoted ? undefined : lackingFunction(text)
  if (called !== undefined)
    errors.push({ at, length: called.length, code: 'unsupported_key', args: { key: called, instead: '' } })
  const key = quoted ? undefined : /^!?([a-z][\w.-]*):,*$/.exec(text)?.[1]
  if (key === undefined || keyNamed(key) === undefined) return
  errors.push({ at, length, code: 'needs_value', args: { key: canonicalKey(key) } })
}

/**
 * Adjacent filters of one key mean any of them, because nothing could be both; ranges and filters joined by AND must
 * all match. Words always belong together.
 */
function joined(parts: readonly SearchExpression[], explicit: boolean): readonly SearchExpression[] {
  const words = parts.filter((part) => part.kind === 'text')
  const others = parts.filter((part) => part.kind !== 'text')
  const texts = words.length === 0 ? [] : [{ ...words[0]!, words: words.flatMap((one) => one.words) }]
  if (explicit) return [...others, ...texts]
  const groups = Map.groupBy(others, (part) => fieldOf(part) ?? part)
  const merged = [...groups.values()].map((same): SearchExpression =>
    same.length === 1 ? same[0]! : { kind: 'any', parts: sameTogether(same.flatMap(alternatives)) },
  )
  return [...merged, ...texts]
}

function alternatives(part: SearchExpression): readonly SearchExpression[] {
  return part.kind === 'any' ? part.parts : [part]
}

const STAND_ALONE: ReadonlySet<Match['op']> = new Set(['compare', 'order', 'has'])

/** The one field that a term without bounds is about. */
function fieldOf(part: SearchExpression): string | undefined {
  const tests = alternatives(part)
  const names = new Set(
    tests.map((test) =>
      test.kind === 'test' && !STAND_ALONE.has(test.match.op) ? `${test.of} ${test.tag} ${test.field}` : '',
    ),
  )
  const [name] = names
  return names.size === 1 && name !== '' ? name : undefined
}

/** Existence is checked later, with the position for the error. */
const LOOKED_UP: ReadonlySet<string> = new Set(['assigned', 'issue'])

/** Values that are compared as they are become one test: a store looks them up at once. */
function sameTogether(tests: readonly SearchExpression[]): readonly SearchExpression[] {
  const groups = Map.groupBy(tests, (test) =>
    test.kind === 'test' && test.match.op === 'is' && !LOOKED_UP.has(test.field)
      ? `${test.of} ${test.tag} ${test.field}`
      : test,
  )
  return [...groups.values()].map((same) => {
    if (same.length === 1) return same[0]!
    const all = same as readonly FieldTest[]
    const values = all.flatMap(({ match }) => (match.op === 'is' ? match.values : []))
    return Object.assign({}, all[0]!, { match: { op: 'is', values } as const })
  })
}
