import type { KeyRule } from './scrub-keys.ts'
import { scrubAddresses } from './scrub-addresses.ts'
import { scrubPairs } from './scrub-pairs.ts'
import type { PairRules } from './scrub-pairs.ts'
import { scrubPrivateKeys } from './scrub-private-keys.ts'
import { scrubShapes } from './scrub-shapes.ts'
import { MAY_HOLD, suspicionsOf } from './scrub-suspect.ts'

export const FILTERED = '[Filtered]'

/** A text without its secrets, and the rules that found them. */
export interface ScrubbedText {
  readonly text: string
  readonly rules: readonly string[]
}

const SCHEME = /\b(Bearer|Basic)(\s+)([\w.~+/=-]{6,})/gi
const CARD =
  /(?<![\w.-])(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{4,5})(?![\w-]|\.\d)/g
const CARD_ISSUER = /^(?:4|5[1-5]|2[2-7]|3[0-9]|6(?:011|4|5|2))/

/** What is a secret wherever it stands, and literals: in a line of source code `password=password` is one of many. */
export function scrubSource(text: string, keyRule: KeyRule): ScrubbedText | undefined {
  return scrubbed(text, { key: keyRule, isSource: true })
}

export function scrubText(text: string, keyRule: KeyRule): ScrubbedText | undefined {
  return scrubbed(text, { key: keyRule, isSource: false })
}

function scrubbed(text: string, rules: PairRules): ScrubbedText | undefined {
  const suspicions = suspicionsOf(text)
  if (suspicions === 0) return undefined
  const found = new Set<string>()
  const note: Note = (rule) => {
    found.add(rule)
    return FILTERED
  }
  const tokens = scrubTokens(text, suspicions, note)
  const after = (suspicions & MAY_HOLD.pair) === 0 ? tokens : scrubPairs(tokens, rules, note)
  return found.size === 0 || after === text ? undefined : { text: after, rules: [...found] }
}

type Note = (rule: string) => string

function scrubTokens(input: string, suspicions: number, note: Note): string {
  let text = input
  if ((suspicions & MAY_HOLD.privateKey) !== 0) text = scrubPrivateKeys(text, note)
  if ((suspicions & MAY_HOLD.token) !== 0) text = scrubShapes(text, note)
  if ((suspicions & MAY_HOLD.scheme) !== 0) {
    text = text.replace(SCHEME, (whole: string, scheme: string, space: string, value: string) =>
      isCredential(scheme, value) ? `${scheme}${space}${note('authorization')}` : whole,
    )
  }
  if ((suspicions & MAY_HOLD.address) !== 0) text = scrubAddresses(text, note)
  if ((suspicions & MAY_HOLD.card) === 0) return text
  return text.replace(CARD, (digits: string) => (isCard(digits) ? note('card number') : digits))
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
