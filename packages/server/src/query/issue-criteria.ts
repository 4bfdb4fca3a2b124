import { ISSUE_STATUSES } from '#domain/issue.ts'
import { LEVELS } from '#domain/level.ts'
import type { Person } from '#domain/person.ts'
import type { IssueFilter } from '#stores/records.ts'
import type { Condition, Dimension } from '#stores/telemetry.ts'
import {
  unreadable,
  type FilterTerm,
  type IssueSearch,
  type SearchValue,
  type WordTerm,
} from './issue-search.ts'

/** A search as the stores understand it. */
export interface IssueCriteria {
  /** What the records know of an issue. */
  readonly records: Omit<IssueFilter, 'projectIds'>
  /** An issue matches if one of its events meets all of these. */
  readonly events: readonly Condition[]
}

/** On whose behalf a search is made. */
export interface Asker {
  /** Undefined for a token. */
  readonly userId: string | undefined
  /** Who an issue of the project can be assigned to. */
  members(): Promise<readonly Person[]>
}

/** Keys that stand for a column of the events; every other key is that of a tag. */
export const EVENT_KEYS: Readonly<Record<string, Exclude<Dimension, object>>> = {
  release: 'release',
  environment: 'environment',
  env: 'environment',
  browser: 'browser',
  os: 'os',
  device: 'device',
  route: 'transaction',
  transaction: 'transaction',
  user: 'user',
  url: 'url',
  type: 'type',
  platform: 'platform',
  dist: 'dist',
  sdk: 'sdk',
  handled: 'handled',
}

const HANDLED: Readonly<Record<string, string>> = { yes: 'true', true: 'true', no: 'false', false: 'false' }

const RECORD_KEYS: ReadonlySet<string> = new Set(['is', 'level', 'assigned'])

export async function criteriaOf({ terms }: IssueSearch, asker: Asker): Promise<IssueCriteria> {
  for (const term of terms) if (term.kind === 'word') refuseUnfinished(term)
  const filters = terms.filter((term) => term.kind === 'filter')
  const ofKey = (key: string) => filters.filter((term) => term.key === key && !term.quotedKey)
  const words = terms.flatMap((term) => (term.kind === 'word' ? [term.text] : []))
  const statuses = choice(ofKey('is'), ISSUE_STATUSES)
  const levels = choice(ofKey('level'), LEVELS)
  const assignees = await assigneesOf(ofKey('assigned'), asker)
  const others = filters.filter(({ key, quotedKey }) => quotedKey || !RECORD_KEYS.has(key))
  return {
    records: {
      ...(statuses && { statuses }),
      ...(levels && { levels }),
      ...(assignees.length > 0 && { assignees }),
      ...(words.length > 0 && { words }),
    },
    events: conditionsOf(others),
  }
}

/** `browser:` and nothing behind it would be searched for as a word, and never found. */
function refuseUnfinished({ source, at }: WordTerm): void {
  const key = /^!?([a-z]+):,*$/.exec(source)?.[1]
  if (key === undefined || !(RECORD_KEYS.has(key) || Object.hasOwn(EVENT_KEYS, key))) return
  throw unreadable(`"${key}:" at position ${at} needs a value; in quotes it is searched for as it is.`)
}

/** Several values of a key are any of them; what is excluded is excluded. */
function choice<T extends string>(
  terms: readonly FilterTerm[],
  known: readonly T[],
): readonly T[] | undefined {
  if (terms.length === 0) return undefined
  const named = (negated: boolean) =>
    terms
      .filter((term) => term.negated === negated)
      .flatMap(({ key, values }) => values.map((value) => oneOf(known, key, value)))
  const [included, excluded] = [named(false), named(true)]
  return known.filter((one) => (included.length === 0 || included.includes(one)) && !excluded.includes(one))
}

async function assigneesOf(
  terms: readonly FilterTerm[],
  asker: Asker,
): Promise<NonNullable<IssueFilter['assignees']>> {
  if (terms.length === 0) return []
  const members = await asker.members()
  const idOf = ({ text, at }: SearchValue): string | null => {
    if (text === 'none') return null
    if (text === 'me') {
      if (asker.userId !== undefined) return asker.userId
      throw unreadable(`"assigned:me" at position ${at} needs a person who is signed in; a token is nobody.`)
    }
    const member = members.find(({ email }) => email.toLowerCase() === text.toLowerCase())
    if (member) return member.id
    throw unreadable(`"${text}" at position ${at} must be me, none or the e-mail address of a member.`)
  }
  return merged(terms).map(({ negated, values }) => ({
    op: negated ? 'is_not' : 'is',
    values: values.map(idOf),
  }))
}

function conditionsOf(terms: readonly FilterTerm[]): readonly Condition[] {
  const byDimension = Map.groupBy(terms, ({ key, quotedKey }) =>
    quotedKey || !Object.hasOwn(EVENT_KEYS, key) ? `tag:${key}` : EVENT_KEYS[key]!,
  )
  return [...byDimension].flatMap(([name, same]) => {
    const dimension: Dimension = name.startsWith('tag:') ? { tag: name.slice(4) } : (name as Dimension)
    return merged(same).map(({ negated, values }): Condition => {
      const texts = values.map((value) => (dimension === 'handled' ? handledOf(value) : value.text))
      return { dimension, op: negated ? 'is_not' : 'is', values: texts }
    })
  })
}

/** One term for all that include, one for all that exclude. */
function merged(terms: readonly FilterTerm[]) {
  return [...Map.groupBy(terms, ({ negated }) => negated)].map(([negated, same]) => ({
    negated,
    values: same.flatMap(({ values }) => values),
  }))
}

function handledOf(value: SearchValue): string {
  const { text, at } = value
  if (Object.hasOwn(HANDLED, text)) return HANDLED[text]!
  throw unreadable(`"handled:${text}" at position ${at} must be one of yes, no.`)
}

function oneOf<T extends string>(known: readonly T[], key: string, { text, at }: SearchValue): T {
  const found = known.find((candidate) => candidate === text)
  if (found !== undefined) return found
  throw unreadable(`"${key}:${text}" at position ${at} must be one of ${known.join(', ')}.`)
}
