import type { KeyRule } from './scrub-keys.ts'
import { JUDGED, judgePair, type Pair, type ValueKind } from './scrub-pair-values.ts'

/*
 * Keys with their values in texts that are no JSON: query strings, forms, headers, logs, literals of programming
 * languages. One pass over the separators `:` and `=`. Linear: a key is read back at most KEY_CHARS characters, a value
 * is only read where its key is a secret's, and then either replaced and passed or judged by its first characters.
 */

/** Longer ones are no names. */
const KEY_CHARS = 80
const COLON = 0x3a
const EQUALS = 0x3d

export interface PairRules {
  readonly key: KeyRule
  /** Lines of source code: names and calls stand where values stand elsewhere, so only literals count. */
  readonly isSource: boolean
}

export function scrubPairs(text: string, rules: PairRules, note: (rule: string) => string): string {
  let out = ''
  let done = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== COLON && code !== EQUALS) continue
    const pair = pairAt(text, at, done, rules)
    if (pair === undefined || !judgePair(text, pair, rules.isSource)) continue
    const { end } = valueAt(text, pair.from, pair.kind, Infinity)
    const opening = text.slice(done, pair.start)
    // A number among JSON members becomes a text.
    const mark = pair.isStrict && code === COLON && pair.quote === '' ? '"' : ''
    out += opening + mark + note(pair.rule) + mark
    done = end
    at = done - 1
  }
  return done === 0 ? text : out + text.slice(done)
}

interface Key {
  readonly name: string
  readonly start: number
  readonly isQuoted: boolean
  /** No space between it and the separator. */
  readonly isTight: boolean
}

function pairAt(text: string, at: number, from: number, rules: PairRules): Pair | undefined {
  const operator = operatorAt(text, at)
  if (operator === 0) return undefined
  const key = keyBefore(text, at, from)
  if (key === undefined || (operator === 2 && text[at] === '=' && !key.isQuoted)) return undefined
  const rule = rules.key(key.name) ?? signatureRule(text, at, key)
  if (rule === undefined) return undefined
  const after = at + operator
  const start = skipBlanks(text, after)
  const isTight = text[at] === '=' && key.isTight && start === after
  const kind: ValueKind = { isTight, rule, isColon: text[at] === ':' }
  return {
    key: key.name,
    rule,
    isStrict: key.isQuoted || isTight,
    wordBefore: wordBefore(text, key.start, from),
    from: start,
    kind,
    // What is judged is short, so that a value that stays does not cost its length for every key inside of it.
    ...valueAt(text, start, kind, JUDGED),
  }
}

/** Length of the separator; 0 where it is another operator: `==`, `<=`, `://`, `::`. */
function operatorAt(text: string, at: number): number {
  const next = text[at + 1]
  if (text[at] === ':') return next === '/' || next === ':' || text[at - 1] === ':' ? 0 : next === '=' ? 2 : 1
  if (next === '=' || text[at - 1] === '=' || text[at - 1] === ':') return 0
  return next === '>' ? 2 : 1
}

function keyBefore(text: string, at: number, from: number): Key | undefined {
  let end = at
  while (end > from && isBlank(text.charCodeAt(end - 1))) end--
  const isTight = end === at
  // `data['password'] = …`
  if (text[end - 1] === ']' && isQuote(text[end - 2])) end--
  const quote = text[end - 1]
  if (isQuote(quote)) return quotedKey(text, end - 1, from, isTight)
  let start = end
  while (start > from && end - start <= KEY_CHARS && isKeyCharacter(text.charCodeAt(start - 1))) start--
  const length = end - start
  return length === 0 || length > KEY_CHARS
    ? undefined
    : { name: text.slice(start, end), start, isQuoted: false, isTight }
}

function quotedKey(text: string, close: number, from: number, isTight: boolean): Key | undefined {
  const end = text[close - 1] === '\\' ? close - 1 : close
  const least = Math.max(from, end - KEY_CHARS - 1)
  let open = end - 1
  while (open >= least && text[open] !== text[close]) open--
  if (open < least || open === end - 1) return undefined
  return { name: text.slice(open + 1, end), start: open, isQuoted: true, isTight }
}

/** Signed links carry these; elsewhere the words are harmless. */
const SIGNATURES = new Set(['x-amz-signature', 'x-goog-signature', 'sig', 'signature'])

function signatureRule(text: string, at: number, key: Key): string | undefined {
  return text[at] === '=' && key.isTight && SIGNATURES.has(key.name.toLowerCase()) ? 'signature' : undefined
}

type Value = Pick<Pair, 'start' | 'end' | 'quote'>

function valueAt(text: string, at: number, kind: ValueKind, longest: number): Value {
  const { isTight, rule, isColon } = kind
  // `b'…'`, `r"…"` of Python.
  const prefix = isQuote(text[at + 1]) && /[brufBRUF]/.test(text[at] ?? '') ? 1 : 0
  const escaped = text[at] === '\\' && isQuote(text[at + 1]) ? 1 : 0
  const first = at + prefix + escaped
  if (isQuote(text[first])) return quotedValue(text, first, escaped === 1, longest)
  const isHeader = isColon && (rule === 'authorization' || rule === 'cookie')
  const stops = isHeader ? HEADER_STOPS : isTight ? FORM_STOPS : TEXT_STOPS
  return { start: at, end: endOfBare(text, at, stops, longest), quote: '' }
}

function quotedValue(text: string, open: number, isEscaped: boolean, longest: number): Value {
  const quote = text[open]!
  const close = isEscaped ? `\\${quote}` : quote
  const last = Math.min(text.length, open + 1 + longest)
  let end = open + 1
  while (end < last && !text.startsWith(close, end)) end += text[end] === '\\' && !isEscaped ? 2 : 1
  return { start: open + 1, end: Math.min(end, last), quote }
}

const HEADER_STOPS = signs('\r\n"\'')
const FORM_STOPS = signs(' \t\r\n\f\v&#;,"\'<>')
const TEXT_STOPS = signs(' \t\r\n\f\v&;,"\'<>)]}|`')

function endOfBare(text: string, at: number, stops: Uint8Array, longest: number): number {
  const last = Math.min(text.length, at + longest)
  let end = at
  while (end < last && stops[Math.min(text.charCodeAt(end), 255)] === 0) end++
  return end
}

/** At most a dozen letters: longer words are none of those that are looked for. */
function wordBefore(text: string, at: number, from: number): string {
  let end = at
  while (end > from && end > at - 3 && isBlank(text.charCodeAt(end - 1))) end--
  let start = end
  while (start > from && end - start < 12 && /[a-z]/i.test(text[start - 1]!)) start--
  return text.slice(start, end).toLowerCase()
}

function skipBlanks(text: string, at: number): number {
  let start = at
  while (start < text.length && isBlank(text.charCodeAt(start))) start++
  return start
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

function isQuote(character: string | undefined): boolean {
  return character === '"' || character === "'" || character === '`'
}

const KEY_SIGNS = signs('$.%[]-_')

function isKeyCharacter(code: number): boolean {
  if (code >= 0x80) return code !== 0xa0 && code !== 0x2028 && code !== 0x2029
  const letter = code | 0x20
  return (code >= 0x30 && code <= 0x39) || (letter >= 0x61 && letter <= 0x7a) || KEY_SIGNS[code] === 1
}

function signs(characters: string): Uint8Array {
  const table = new Uint8Array(256)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return table
}
