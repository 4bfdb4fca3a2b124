import { canonicalKey } from './aliases.ts'

/** What a term looks at. `listed`: the issue in a list of issues, the event in a list of events. */
export type SearchSubject = 'issue' | 'event' | 'listed'

export interface SearchKey {
  readonly name: string
  readonly of: SearchSubject
  readonly takes: 'choice' | 'person' | 'text' | 'number' | 'time' | 'age' | 'key' | 'issue'
  /** What stands for what, where there are only these. */
  readonly choices?: Readonly<Record<string, string>>
  /** The choices that are offered; all of them if this is missing. */
  readonly offered?: readonly string[]
  /** What is tested, where that is not called the same. */
  readonly field?: string
  /** Paths end in slashes too, and are no regular expressions. */
  readonly path?: boolean
  /** Can be compared, by an order of its own: as texts 4.10 would stand before 4.2. */
  readonly ordered?: boolean
}

const YES_NO = { yes: 'true', no: 'false', true: 'true', false: 'false', 1: 'true', 0: 'false' } as const
const NO_YES = { yes: 'false', no: 'true', true: 'false', false: 'true', 1: 'false', 0: 'true' } as const
const OFFERED_YES_NO = ['yes', 'no'] as const

const STATES = [
  'unresolved',
  'resolved',
  'ignored',
  'new',
  'ongoing',
  'regressed',
  'escalating',
  'assigned',
  'unassigned',
] as const

/** By the kinds that events are stored as. */
const EVENT_TYPES = {
  error: 'error',
  default: 'default',
  security: 'security',
  csp: 'security',
  hpkp: 'security',
  expectct: 'security',
  expectstaple: 'security',
} as const

const same = (...values: readonly string[]) => Object.fromEntries(values.map((value) => [value, value]))

const text = (name: string, path = false): SearchKey => ({ name, of: 'event', takes: 'text', path })

/** Every key but these is that of a tag. */
export const SEARCH_KEYS: readonly SearchKey[] = [
  {
    name: 'is',
    of: 'issue',
    takes: 'choice',
    // What Sentry calls ignored today.
    choices: { ...same(...STATES), archived: 'ignored' },
    offered: STATES,
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
  text('browser.name'),
  text('os'),
  text('os.name'),
  text('device'),
  text('route', true),
  text('url', true),
  text('user'),
  text('user.id'),
  text('user.email'),
  text('user.username'),
  text('user.ip'),
  { name: 'handled', of: 'event', takes: 'choice', choices: YES_NO, offered: OFFERED_YES_NO },
  {
    name: 'error.unhandled',
    of: 'event',
    takes: 'choice',
    choices: NO_YES,
    offered: OFFERED_YES_NO,
    field: 'handled',
  },
  text('stack.filename', true),
  text('stack.function'),
  text('type'),
  text('message'),
  { name: 'title', of: 'listed', takes: 'text' },
  text('platform'),
  text('dist'),
  text('logger'),
  text('sdk'),
  text('sdk.name'),
  text('sdk.version'),
  text('trace'),
  text('fingerprint'),
  text('event'),
  { name: 'event.type', of: 'event', takes: 'choice', choices: EVENT_TYPES },
  { name: 'issue', of: 'issue', takes: 'issue' },
  { name: 'times', of: 'issue', takes: 'number' },
  { name: 'users', of: 'issue', takes: 'number' },
  { name: 'age', of: 'issue', takes: 'age' },
  { name: 'first-seen', of: 'issue', takes: 'time' },
  { name: 'last-seen', of: 'issue', takes: 'time' },
  { name: 'timestamp', of: 'event', takes: 'time' },
  { name: 'has', of: 'event', takes: 'key' },
]

const BY_NAME = new Map(SEARCH_KEYS.map((key) => [key.name, key]))

/** Undefined: the key of a tag. */
export function keyNamed(name: string): SearchKey | undefined {
  return BY_NAME.get(canonicalKey(name))
}
