/*
 * Says of nearly every text that it holds no secret, at a fraction of the cost of the patterns that find one. It may
 * be wrong in one direction only: whatever a pattern of scrub-values.ts matches must be suspect here.
 */

/** Bits of the answer: which kinds of secret the text may hold. */
export const MAY_HOLD = {
  token: 1,
  card: 2,
  scheme: 4,
  address: 8,
  pair: 16,
  privateKey: 32,
} as const

/** Shortest run of letters, digits, `_` and `-` that can be a token of a known kind. */
const TOKEN_RUN = 16
/** Shortest card number. */
const CARD_DIGITS = 13

const WORD = 1
const DIGIT = 2
const OTHER_MARK = 4

const SPACE = 0x20
const DASH = 0x2d
const COLON = 0x3a
const EQUALS = 0x3d
const AT = 0x40

const KINDS = new Uint8Array(256)
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-') mark(letter, WORD)
for (const digit of '0123456789') mark(digit, WORD | DIGIT)
for (const sign of '=:@ \t\n') mark(sign, OTHER_MARK)

function mark(character: string, kind: number): void {
  KINDS[character.charCodeAt(0)] = kind
}

/** Bytes are read at two thirds of the cost of characters. */
const scratch = Buffer.allocUnsafeSlow(8192)

/** One byte per UTF-16 unit. A unit above 255 may look like another character, which only adds suspicion. */
function bytesOf(text: string): Uint8Array {
  if (text.length > scratch.length) return Buffer.from(text, 'latin1')
  scratch.write(text, 'latin1')
  return scratch
}

export function suspicionsOf(text: string): number {
  const bytes = bytesOf(text)
  let found = 0
  let run = 0
  let digits = 0
  for (let index = 0; index < text.length; index++) {
    const code = bytes[index]!
    const kind = KINDS[code]!
    if ((kind & DIGIT) !== 0) {
      digits++
      if (digits === CARD_DIGITS) found |= MAY_HOLD.card
    } else if (code !== SPACE && code !== DASH) {
      digits = 0
    }
    if ((kind & WORD) !== 0) {
      run++
      if (run === TOKEN_RUN) found |= MAY_HOLD.token
      if (code === DASH && run >= 5) found |= privateKey(text, index)
    } else {
      run = 0
      if (kind === OTHER_MARK) found |= atMark(text, index, code)
    }
  }
  return found
}

function privateKey(text: string, at: number): number {
  return text.startsWith('-----', at - 4) ? MAY_HOLD.privateKey : 0
}

function atMark(text: string, at: number, code: number): number {
  if (code === EQUALS) return MAY_HOLD.pair
  if (code === AT) return MAY_HOLD.address
  if (code === COLON) return colon(text, at)
  const last = text.charCodeAt(at - 1) | 0x20
  // `Bearer ` or `Basic `.
  const before = text.charCodeAt(at - 2) | 0x20
  return (last === 0x72 && before === 0x65) || (last === 0x63 && before === 0x69) ? MAY_HOLD.scheme : 0
}

/** The colon of a line number parts nothing; behind a number stands a chat token at most. */
function colon(text: string, at: number): number {
  const next = text.charCodeAt(at + 1)
  if (at === 0) return 0
  if (next === 0x2f) return text.charCodeAt(at + 2) === 0x2f ? MAY_HOLD.address : 0
  const last = text.charCodeAt(at - 1)
  if (last < 0x30 || last > 0x39) return MAY_HOLD.pair
  if (next === 0x41) return MAY_HOLD.pair | MAY_HOLD.token
  return next >= 0x30 && next <= 0x39 ? 0 : MAY_HOLD.pair
}
