import { LIMITS } from '../limits.ts'
import {
  EVENT_FIELDS,
  FINGERPRINT_VARIABLES,
  FRAME_FIELDS,
  isFrameMatcher,
  type FingerprintPart,
  type GroupingRule,
  type Matcher,
  type RuleAction,
  type RuleError,
} from './rule.ts'
import { tokensOf, type Mistake, type Token } from './tokens.ts'

export interface ParsedRules {
  readonly rules: readonly GroupingRule[]
  /** One per line at most, in order. Rules of the other lines are there all the same. */
  readonly errors: readonly RuleError[]
}

// Rules as people write them, one per line: what must hold, an arrow, and what is then done.
//
//     type:TypeError message:"*timeout*" -> fingerprint payment-timeout {{ default }}
//     frame.file:**/vendor/** -> not in app
//     frame.function:wrap* -> ignore frame   # a comment
export function parseRules(text: string): ParsedRules {
  const rules: GroupingRule[] = []
  const errors: RuleError[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const read = readLine(line)
    if (read === undefined) continue
    if ('message' in read) errors.push(errorAt(index + 1, read))
    else if (rules.length < LIMITS.rules.rules) rules.push({ line: index + 1, ...read })
    else errors.push(errorAt(index + 1, { from: 0, to: line.length, message: TOO_MANY }))
  }
  return { rules, errors }
}

const TOO_MANY = `A project can have ${LIMITS.rules.rules} rules.`

function errorAt(line: number, { from, to, message }: Mistake): RuleError {
  return { line, column: from + 1, length: Math.max(to - from, 1), message }
}

type ReadRule = Pick<GroupingRule, 'matchers' | 'action'>

/** Undefined: nothing but white space or a comment. */
function readLine(line: string): ReadRule | Mistake | undefined {
  const { tokens, mistake } = tokensOf(line.replace(/\r$/, ''))
  if (mistake !== undefined) return mistake
  const [first] = tokens
  if (first === undefined) return undefined
  const arrow = tokens.findIndex(({ kind }) => kind === 'arrow')
  const end = { from: tokens.at(-1)!.to, to: tokens.at(-1)!.to }
  if (arrow === -1) return { ...end, message: 'Say after `->` what is to be done.' }
  if (arrow === 0) return { ...first, message: 'Say before `->` what must hold, such as `type:TypeError`.' }
  const matchers: Matcher[] = []
  for (const token of tokens.slice(0, arrow)) {
    const matcher = readMatcher(token)
    if ('message' in matcher) return matcher
    matchers.push(matcher)
  }
  const action = readAction(tokens.slice(arrow + 1), { from: tokens[arrow]!.from, to: tokens[arrow]!.to })
  if ('message' in action) return action
  if (action.kind !== 'fingerprint' && !matchers.some(isFrameMatcher)) {
    return { from: first.from, to: first.to, message: 'Say which frames, such as `frame.file:**/vendor/**`.' }
  }
  return { matchers, action }
}

const FIELDS: readonly string[] = [...EVENT_FIELDS, ...FRAME_FIELDS]

function readMatcher({ kind, text, from, to }: Token): Matcher | Mistake {
  const negated = text.startsWith('!')
  const colon = text.indexOf(':')
  if (kind !== 'word' || colon === -1)
    return { from, to, message: 'A condition has a name, a colon and a pattern: `type:TypeError`.' }
  const field = text.slice(negated ? 1 : 0, colon)
  const isTag = field.startsWith('tags.') && field.length > 5
  if (!isTag && !FIELDS.includes(field)) {
    const message = `There is no \`${field}\`; there are ${FIELDS.join(', ')} and tags.<name>.`
    return { from: from + (negated ? 1 : 0), to: from + colon, message }
  }
  const pattern = text.slice(colon + 1)
  if (pattern === '') return { from: from + colon, to, message: 'The pattern is missing after the colon.' }
  if (pattern.length > LIMITS.rules.patternChars)
    return { from: from + colon + 1, to, message: `At most ${LIMITS.rules.patternChars} characters.` }
  return { field: field as Matcher['field'], pattern, negated }
}

const FRAME_ACTIONS: ReadonlyArray<readonly [words: string, action: RuleAction]> = [
  ['in app', { kind: 'in_app' }],
  ['not in app', { kind: 'not_in_app' }],
  ['ignore frame', { kind: 'ignore_frame' }],
]

function readAction(tokens: readonly Token[], arrow: Omit<Mistake, 'message'>): RuleAction | Mistake {
  const [first, ...rest] = tokens
  const known = '`fingerprint …`, `in app`, `not in app` or `ignore frame`'
  if (first === undefined) return { ...arrow, message: `Say what is to be done: ${known}.` }
  if (first.text === 'fingerprint' && first.kind === 'word') return readFingerprint(first, rest)
  const words = tokens.map(({ text }) => text).join(' ')
  const found = FRAME_ACTIONS.find(([name]) => name === words)
  if (found !== undefined) return found[1]
  return { from: first.from, to: tokens.at(-1)!.to, message: `This is none of ${known}.` }
}

const MOST_PARTS = 10

function readFingerprint(action: Token, tokens: readonly Token[]): RuleAction | Mistake {
  if (tokens.length === 0)
    return { from: action.from, to: action.to, message: 'Say the fingerprint: words, or `{{ default }}`.' }
  if (tokens.length > MOST_PARTS)
    return { ...tokens[MOST_PARTS]!, message: `A fingerprint has at most ${MOST_PARTS} parts.` }
  const parts: FingerprintPart[] = []
  for (const { kind, text, from, to } of tokens) {
    if (kind === 'arrow') return { from, to, message: 'A rule has one `->`.' }
    const variable = FINGERPRINT_VARIABLES.find((name) => name === text)
    if (kind === 'variable' && variable === undefined) {
      const names = FINGERPRINT_VARIABLES.map((name) => `{{ ${name} }}`).join(', ')
      return { from, to, message: `There is no such variable; there are ${names}.` }
    }
    if (kind !== 'variable' && (text === '' || text.length > LIMITS.rules.patternChars))
      return { from, to, message: `A part has 1 to ${LIMITS.rules.patternChars} characters.` }
    parts.push(kind === 'variable' ? { variable: variable! } : { text })
  }
  return { kind: 'fingerprint', parts }
}
