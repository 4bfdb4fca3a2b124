import { holdsSecret } from './scrub-rule-values.ts'

export interface ValueKind {
  readonly isTight: boolean
  readonly rule: string
  readonly isColon: boolean
}

/** How a pair is written, which decides what its value may be. */
export interface Pair {
  readonly key: string
  readonly rule: string
  /** `"key": …` and `key=value` name a value for machines; `key: value` may as well be a sentence. */
  readonly isStrict: boolean
  /** What stands before the key: `Unexpected token: x` is about no secret. */
  readonly wordBefore: string
  /** Where the value stands without its quotes; of a long one, the first characters. */
  readonly start: number
  readonly end: number
  readonly quote: string
  readonly from: number
  readonly kind: ValueKind
}

/** Of a value, this much is looked at: what is longer is no word and no sentence of a form. */
export const JUDGED = 120

/** What logs, forms and types say where a secret would stand. */
const WORDS = new Set(
  `true false null none undefined nil nan required optional missing invalid valid expired empty unknown string number
   boolean object any text password token secret key incorrect wrong mismatch failed failure error ok okay yes no on off
   enabled disabled changed updated created deleted reset sent received found present absent set unset hidden visible
   redacted masked filtered protected default auto basic bearer digest oauth jwt cookie session denied forbidden
   unauthorized rejected accepted revoked granted refresh access not must should cannot can is was has the a an for from
   in at of to with and or if when please enter your new old current confirm repeat forgot show hide choose change use
   self this function class const let var return await async import export char varchar str int bool byte bytes ref
   punc name keyword operator eof identifier end start begin pending active inactive closed open lost anonymous guest
   public private internal local remote browser server client user admin test include omit same-origin`.split(
    /\s+/,
  ),
)
/** Of these the next word is looked for or complained about: `Unexpected token: punc`. */
const COMPLAINTS = new Set('unexpected invalid illegal unknown missing expected bad no wrong'.split(' '))
const PLACEHOLDER =
  /^(?:\$\{|\{\{|<|%[sdv(]|\*+$|x{3,}$|\.{2,}|\[(?:filtered|redacted|hidden)|process\.|os\.|env[.(])/i
const PATH_OF_NAMES = /^[A-Za-z_$][\w$]*(?:(?:\.|\?\.|->|::)[A-Za-z_$][\w$]*)+$/
const PROSE = /^[\p{L}\d'’,.!?:;()-]+(?: [\p{L}\d'’,.!?:;()-]+)+$/u
const LETTERS = /^\p{L}+$/u
const NUMBER = /^-?\d+(?:\.\d+)?$/
/** Numbers under these are counts and ids. */
const COUNTED = new Set(['token', 'session', 'cookie', 'authorization', 'credentials', 'csrf', 'secret'])

/** Whether the value of a pair whose key names a secret can be one. */
export function judgePair(text: string, pair: Pair, isSource: boolean): boolean {
  const { start, end, quote, rule } = pair
  if (end <= start) return false
  const value = text.slice(start, end)
  if (PLACEHOLDER.test(value) || !holdsSecret(rule, value)) return false
  if (quote === '') {
    if (isSource) return false
    return pair.isStrict ? isBareValue(value, rule) : isLooseValue(text, pair, value)
  }
  if (pair.isStrict && !isSource) return true
  return isLiteral(value, end - start, pair)
}

/** `{"password": null}` and `token=5`, where nothing is secret. */
function isBareValue(value: string, rule: string): boolean {
  if (/^(?:true|false|null|none|undefined|nil)$/i.test(value) || /^[[{(]/.test(value)) return false
  return !(rule === 'token' && NUMBER.test(value))
}

/** `password: 'hunter2'`, but not `password: 'Enter your password'`. */
function isLiteral(value: string, length: number, { key, wordBefore }: Pair): boolean {
  const lower = value.toLowerCase()
  if (COMPLAINTS.has(wordBefore) || WORDS.has(lower) || lower === key.toLowerCase()) return false
  if (length >= JUDGED) return true
  if (!/[\p{L}\d]/u.test(value) || PROSE.test(value)) return false
  // A label of a form, or a name in the style of names.
  return !/^\p{Lu}\p{Ll}+$/u.test(value)
}

/** `password: hunter2`, but not `password: must have 8 characters`. */
function isLooseValue(text: string, pair: Pair, value: string): boolean {
  const { rule, wordBefore, end } = pair
  if (rule === 'authorization' || rule === 'cookie') return isHeader(pair, value)
  const plain = value.replace(/[.!?:]$/, '')
  const next = text[end] ?? ''
  if (COMPLAINTS.has(wordBefore) || WORDS.has(plain.toLowerCase()) || PATH_OF_NAMES.test(plain)) return false
  if (/^[([{/\\]|\($/.test(plain) || value.includes('(') || !/[\p{L}\d]/u.test(plain)) return false
  if (isPosition(text, pair, plain)) return false
  if (NUMBER.test(plain)) return !COUNTED.has(rule) && pair.key.toLowerCase() !== 'pass'
  if (!LETTERS.test(plain)) return true
  // A word within a sentence, unless it is written as no word is.
  const endsHere = next === '' || !/[ \t]/.test(next)
  return endsHere || /\p{Ll}\p{Lu}/u.test(plain)
}

/** `auth/token.ts:12:5` and `password.rb:42:in`: a place in a file. */
function isPosition(text: string, { key, from }: Pair, value: string): boolean {
  return text[from - 1] === ':' && (/^\d+:/.test(value) || (key.includes('.') && /^\d/.test(value)))
}

/** Whole lines of headers: `Cookie: a=1; b=2`, `Authorization: Basic …`. */
function isHeader({ key, wordBefore }: Pair, value: string): boolean {
  if (/^(?:proxy-)?authorization$|^(?:set-)?cookie$/i.test(key)) return !value.startsWith('[Filtered]')
  const word = value.trim().toLowerCase()
  return !COMPLAINTS.has(wordBefore) && !WORDS.has(word) && !PROSE.test(value.trim()) && !NUMBER.test(word)
}
