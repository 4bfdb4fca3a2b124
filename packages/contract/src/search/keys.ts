import { canonicalKey } from './aliases.ts'

/** What a term looks at. `listed`: the issue in a list of issues, the event in a list of events. */
export type SearchSubject = 'issue' | 'event' | 'listed'

export interface SearchKey {
  readonly name: string
  readonly of: SearchSubject
  readonly takes: 'choice' | 'person' | 'text' | 'number' | 'time' | 'age' | 'key' | 'issue'
  /** What stands for what, where there are only these. */
  readonly choices?: Readonly<Record<string, string>>
  /** Paths end in slashes too, and are no regular expressions. */
  readonly path?: boolean
  /** Can be compared, by an order of its own: as texts 4.10 would stand before 4.2. */
  readonly ordered?: boolean
}

const YES_NO = { yes: 'true', no: 'false', true: 'true', false: 'false' } as const

const same = (...values: readonly string[]) => Object.fromEntries(values.map((value) => [value, value]))

const text = (name: string, path = false): SearchKey => ({ name, of: 'event', takes: 'text', path })

/** Every key but these is that of a tag. */
export const SEARCH_KEYS: readonly SearchKey[] = [
  {
    name: 'is',
    of: 'issue',
    takes: 'choice',
    choices: same(
      'unresolved',
      'resolved',
      'ignored',
      'new',
      'ongoing',
      'regressed',
      'escalating',
      'assigned',
      'unassigned',
    ),
  },
  {
    name: 'level',
    of: 'listed',
    takes: 'choice',
    choices: same('fatal', 'error', 'warning', 'info', 'debug'),
  },
  { name: 'assigned', of: 'issue', takes: 'person' },
  { name: 'priority', of: 'issue', takes: 'choice', choices: same('high', 'medium', 'low') },
  { name: 'release', of: 'event', takes: 'text', ordered: true },
  text('environment'),
  text('browser'),
  text('os'),
  text('device'),
  text('route', true),
  text('url', true),
  text('user'),
  text('user.id'),
  text('user.email'),
  { name: 'handled', of: 'event', takes: 'choice', choices: YES_NO },
  text('type'),
  text('message'),
  { name: 'title', of: 'listed', takes: 'text' },
  text('platform'),
  text('dist'),
  text('sdk'),
  text('trace'),
  text('fingerprint'),
  text('event'),
  { name: 'issue', of: 'issue', takes: 'issue' },
  { name: 'times', of: 'issue', takes: 'number' },
  { name: 'users', of: 'issue', takes: 'number' },
  { name: 'age', of: 'issue', takes: 'age' },
  { name: 'first-seen', of: 'issue', takes: 'time' },
  { name: 'last-seen', of: 'issue', takes: 'time' },
  { name: 'has', of: 'event', takes: 'key' },
]

const BY_NAME = new Map(SEARCH_KEYS.map((key) => [key.name, key]))

/** Undefined: the key of a tag. */
export function keyNamed(name: string): SearchKey | undefined {
  return BY_NAME.get(canonicalKey(name))
}
