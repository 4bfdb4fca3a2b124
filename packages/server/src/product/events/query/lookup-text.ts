import { digestKey } from '#domain/events/digest-key.ts'
import { issueNumberOf } from '#domain/issues/issue.ts'
import { withoutTrailing } from '#domain/trim-end.ts'

/** What a piece of text may stand for. Whether such a thing exists is for others to say. */
export type Candidate =
  | {
      readonly kind: 'event_id' | 'trace_id' | 'replay_id' | 'public_key' | 'issue_id' | 'digest'
      readonly value: string
    }
  | { readonly kind: 'short_id'; readonly slug: string; readonly number: number }

const MOST = 12
const NIL = '0'.repeat(32)
const DSN = /\bhttps?:\/\/([0-9a-f]{32})(?::[^@/\s]*)?@[^\s/]+/gi
const HEX_ID =
  /(?<![0-9a-f-])(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?![0-9a-f-])/gi
const ISSUE_PATH = /\/issues?\/([a-z0-9][a-z0-9-]*)/gi
const NUMBERED_ISSUE = /(?:\bissue\s+#?|(?:^|\s)#)(\d{1,18})\b/gi
/** `Digest: 407313890`; since Next.js 16.2 the screen says `ERROR 1170966708`. */
const NAMED_DIGEST =
  /\bdigest\b["']?\s{0,9}(?:[:=]\s{0,9})?["'`]?([a-z_.:@-]{0,60}\d[\w.:@-]*)|\berror\s{1,9}([a-z_.:@-]{0,60}\d[\w.:@-]*)/gi
/** In a sentence only capitals make a short id: `server-side` is none. */
const SHORT_ID = /(?<![\w-])([A-Z0-9][A-Z0-9-]*)-([0-9A-Z]{1,8})(?![\w-])/g
const OPENING = /^[\s"'`<([{]+/
const CLOSING = `\t\n\r\u00a0 "'\`>)]}.,;!`

/** Everything the pasted text may stand for, the surest first. Pure, and bounded whatever is pasted. */
export function readLookupText(text: string): readonly Candidate[] {
  const found = [...dsnsIn(text), ...idsIn(text), ...issuesIn(text), ...digestsIn(text), ...asOne(text)]
  const unique = new Map(found.map((candidate) => [JSON.stringify(candidate), candidate]))
  return [...unique.values()].slice(0, MOST)
}

/** The digest that an address or a sentence names: `1170966708`, `Digest: 1170966708`, `ERROR 1170966708@E394`. */
export function digestNamedIn(text: string): string | undefined {
  const whole = digestKey(text)
  if (whole !== undefined) return whole
  const [first] = digestsIn(text)
  return first?.kind === 'digest' ? first.value : undefined
}

/** What is looked up as a digest and not as the name of anything else but an issue's number. */
export function digestMeantBy(text: string): string | undefined {
  const candidates = readLookupText(text)
  if (candidates.some(({ kind }) => kind === 'event_id' || kind === 'short_id')) return undefined
  return candidates.flatMap((candidate) => (candidate.kind === 'digest' ? [candidate.value] : []))[0]
}

function dsnsIn(text: string): readonly Candidate[] {
  return Array.from(text.matchAll(DSN), ([, key]) => ({ kind: 'public_key', value: key!.toLowerCase() }))
}

function idsIn(text: string): readonly Candidate[] {
  const ids = Array.from(text.replaceAll(DSN, ' ').matchAll(HEX_ID), ([id]) => plainId(id)).filter(
    (value) => value !== NIL,
  )
  // All have 32 hex digits, and only the stores can tell them apart.
  return (['event_id', 'trace_id', 'replay_id'] as const).flatMap((kind) =>
    ids.map((value) => ({ kind, value })),
  )
}

function issuesIn(text: string): readonly Candidate[] {
  const inPaths = Array.from(text.matchAll(ISSUE_PATH), ([, name]) => issueNamed(name!))
  const numbered = Array.from(text.matchAll(NUMBERED_ISSUE), ([, number]) => issueNamed(number!))
  const spoken = Array.from(text.matchAll(SHORT_ID), ([, slug, digits]) => shortId(slug!, digits!))
  return [...inPaths, ...numbered, ...spoken].filter((candidate) => candidate !== undefined)
}

function digestsIn(text: string): readonly Candidate[] {
  return Array.from(text.matchAll(NAMED_DIGEST), ([, named, shown]) => digest(named ?? shown!)).filter(
    (candidate) => candidate !== undefined,
  )
}

/** The whole text as one word: a key, a number, a short id in any case, a digest. */
function asOne(text: string): readonly Candidate[] {
  const word = withoutTrailing(text.replace(OPENING, '').trimEnd(), CLOSING)
  if (word === '' || /[\s/]/.test(word)) return []
  const bare = word.replace(/^#/, '')
  const key = plainId(word)
  const candidates = [
    issueNamed(bare),
    /^[0-9a-f]{32}$/.test(key) ? ({ kind: 'public_key', value: key } as const) : digest(bare),
  ]
  return candidates.filter((candidate) => candidate !== undefined)
}

function issueNamed(name: string): Candidate | undefined {
  if (/^[1-9]\d{0,17}$/.test(name)) return { kind: 'issue_id', value: name }
  const dash = name.lastIndexOf('-')
  return dash < 1 ? undefined : shortId(name.slice(0, dash), name.slice(dash + 1))
}

function shortId(slug: string, digits: string): Candidate | undefined {
  const number = issueNumberOf(digits)
  return number === undefined ? undefined : { kind: 'short_id', slug: slug.toLowerCase(), number }
}

function digest(text: string): Candidate | undefined {
  const value = digestKey(withoutTrailing(text, '.:'))
  return value === undefined ? undefined : { kind: 'digest', value }
}

function plainId(id: string): string {
  return id.replaceAll('-', '').toLowerCase()
}
