import type { KeyRule } from './scrub-keys.ts'
import { MAY_HOLD, suspicionsOf } from './scrub-suspect.ts'

export const FILTERED = '[Filtered]'

/** A text without its secrets, and the first rule that found one. */
export interface ScrubbedText {
  readonly text: string
  readonly rule: string
}

const PREFIXED_TOKEN = [
  'sntry[suia]_[\\w=+/.-]{16,}',
  'gh[pousr]_\\w{20,}',
  'github_pat_\\w{20,}',
  'glpat-[\\w-]{16,}',
  'xox[abeoprs]-[\\w-]{12,}',
  '(?:AKIA|ASIA)[0-9A-Z]{16}',
  '[rs]k_(?:live|test)_\\w{10,}',
  'whsec_\\w{16,}',
  'sk-[\\w-]{20,}',
  'npm_\\w{36}',
  'pypi-[\\w-]{32,}',
  'AIza[\\w-]{35}',
  'ya29\\.[\\w-]{20,}',
  'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
  'shp(?:at|ca|pa|ss)_\\w{20,}',
  'dop_v1_\\w{32,}',
  'hf_\\w{30,}',
].join('|')

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g
const JSON_WEB_TOKEN = /\beyJ[\w-]{14,}\.[\w-]{8,}(?:\.[\w-]*)?/g
const TOKEN = new RegExp(`\\b(?:${PREFIXED_TOKEN})`, 'g')
const SCHEME = /\b(Bearer|Basic)(\s+)([\w.~+/=-]{6,})/gi
const HEADER_LINE =
  /(^|[\s"'])((?:proxy-)?authorization|(?:set-)?cookie|x-api-key|x-auth-token)(\s*:\s*)([^\r\n"']+)/gi
const USER_INFO = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#@:"']*:[^\s/?#@"']+@/gi
const CARD =
  /(?<![\w.-])(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{4,5})(?![\w-]|\.\d)/g
const CARD_ISSUER = /^(?:4|5[1-5]|2[2-7]|3[0-9]|6(?:011|4|5|2))/
const MEMBER = /"([^"\\]{1,80})"(\s*:\s*)("(?:[^"\\]|\\.)*(?:"|$)|-?\d[\d.]*)/g
const ASSIGNMENT = /(^|[?&#;,\s])([\w$.%[\]-]{1,80})=("[^"]*"|'[^']*'|[^&\s#;,"'<>]+)/g
/** Signed links carry these; elsewhere the words are harmless. */
const SIGNATURE_PARAMETER = /^(?:x-amz-signature|x-goog-signature|sig|signature)$/i

/** Only what is a secret wherever it stands: for lines of source code, where `password=password` is one of many. */
export function scrubSource(text: string): ScrubbedText | undefined {
  const suspicions = suspicionsOf(text) & ~(MAY_HOLD.pair | MAY_HOLD.header)
  return suspicions === 0 ? undefined : apply(text, (note) => scrubTokens(text, suspicions, note))
}

export function scrubText(text: string, keyRule: KeyRule): ScrubbedText | undefined {
  const suspicions = suspicionsOf(text)
  if (suspicions === 0) return undefined
  return apply(text, (note) => scrubPairs(scrubTokens(text, suspicions, note), suspicions, note, keyRule))
}

type Note = (rule: string) => string

function apply(text: string, work: (note: Note) => string): ScrubbedText | undefined {
  let first: string | undefined
  const scrubbed = work((rule) => {
    first ??= rule
    return FILTERED
  })
  return first === undefined || scrubbed === text ? undefined : { text: scrubbed, rule: first }
}

function scrubTokens(input: string, suspicions: number, note: Note): string {
  let text = input
  if ((suspicions & MAY_HOLD.privateKey) !== 0) text = text.replace(PRIVATE_KEY, () => note('private key'))
  if ((suspicions & MAY_HOLD.token) !== 0) {
    text = text.replace(JSON_WEB_TOKEN, () => note('json web token')).replace(TOKEN, () => note('token'))
  }
  if ((suspicions & MAY_HOLD.scheme) !== 0) {
    text = text.replace(SCHEME, (whole: string, scheme: string, space: string, value: string) =>
      isCredential(scheme, value) ? `${scheme}${space}${note('authorization')}` : whole,
    )
  }
  if ((suspicions & MAY_HOLD.address) !== 0) {
    text = text.replace(USER_INFO, (_, scheme: string) => `${scheme}${note('url credentials')}@`)
  }
  if ((suspicions & MAY_HOLD.card) === 0) return text
  return text.replace(CARD, (digits: string) => (isCard(digits) ? note('card number') : digits))
}

function scrubPairs(input: string, suspicions: number, note: Note, keyRule: KeyRule): string {
  let text = input
  if ((suspicions & MAY_HOLD.header) !== 0) {
    text = text.replace(
      HEADER_LINE,
      (_, before: string, name: string, colon: string) => `${before}${name}${colon}${note('authorization')}`,
    )
  }
  if ((suspicions & MAY_HOLD.pair) === 0) return text
  return text
    .replace(MEMBER, (whole: string, key: string, colon: string, value: string) => {
      const rule = value === `"${FILTERED}"` || value === '""' ? undefined : keyRule(key)
      return rule === undefined ? whole : `"${key}"${colon}"${note(rule)}"`
    })
    .replace(ASSIGNMENT, (whole: string, before: string, key: string, value: string) => {
      const rule = keyRule(key) ?? (SIGNATURE_PARAMETER.test(key) ? 'signature' : undefined)
      return rule === undefined || value === FILTERED ? whole : `${before}${key}=${note(rule)}`
    })
}

/** `Basic` and `Bearer` are words too: "basic functionality", "bearer authentication". */
function isCredential(scheme: string, value: string): boolean {
  if (scheme.toLowerCase() === 'bearer') return value.length >= 8 && !/^[a-z]+$/i.test(value)
  return Buffer.from(value, 'base64').toString('latin1').includes(':')
}

/** By issuer and check digit: order numbers and timestamps have the same length. */
export function isCard(text: string): boolean {
  const digits = text.replace(/[ -]/g, '')
  if (!CARD_ISSUER.test(digits)) return false
  let sum = 0
  for (let index = digits.length - 1, double = false; index >= 0; index--, double = !double) {
    const digit = digits.charCodeAt(index) - 48
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return sum % 10 === 0
}
