import { LIMITS } from '#domain/limits.ts'
import { problemSentence, type RuleProblem } from './problem.ts'
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
    if ('problem' in read) errors.push(errorAt(index + 1, read))
    else if (rules.length < LIMITS.rules.rules) rules.push({ line: index + 1, ...read })
    else errors.push(errorAt(index + 1, { from: 0, to: line.length, problem: TOO_MANY }))
  }
  return { rules, errors }
}

const TOO_MANY: RuleProblem = { code: 'many_rules', most: LIMITS.rules.rules }

function errorAt(line: number, { from, to, problem }: Mistake): RuleError {
  const message = problemSentence(problem)
  return { line, column: from + 1, length: Math.max(to - from, 1), message, problem }
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
  if (arrow === -1) return { ...end, problem: { code: 'no_arrow' } }
  if (arrow === 0) return { ...first, problem: { code: 'no_condition' } }
  const matchers: Matcher[] = []
  for (const token of tokens.slice(0, arrow)) {
    const matcher = readMatcher(token)
    if ('problem' in matcher) return matcher
    matchers.push(matcher)
  }
  const action = readAction(tokens.slice(arrow + 1), { from: tokens[arrow]!.from, to: tokens[arrow]!.to })
  if ('problem' in action) return action
  if (action.kind !== 'fingerprint' && !matchers.some(isFrameMatcher)) {
    return { from: first.from, to: first.to, problem: { code: 'no_frames' } }
  }
  return { matchers, action }
}

const FIELDS: readonly string[] = [...EVENT_FIELDS, ...FRAME_FIELDS]

function readMatcher({ kind, text, from, to }: Token): Matcher | Mistake {
  const negated = text.startsWith('!')
  const colon = text.indexOf(':')
  if (kind !== 'word' || colon === -1) return { from, to, problem: { code: 'no_name' } }
  const field = text.slice(negated ? 1 : 0, colon)
  const isTag = field.startsWith('tags.') && field.length > 5
  if (!isTag && !FIELDS.includes(field)) {
    const problem: RuleProblem = { code: 'unknown_name', name: field, names: [...FIELDS] }
    return { from: from + (negated ? 1 : 0), to: from + colon, problem }
  }
  const pattern = text.slice(colon + 1)
  if (pattern === '') return { from: from + colon, to, problem: { code: 'no_pattern' } }
  if (pattern.length > LIMITS.rules.patternChars)
    return { from: from + colon + 1, to, problem: { code: 'long_pattern', most: LIMITS.rules.patternChars } }
  return { field: field as Matcher['field'], pattern, negated }
}

const FRAME_ACTIONS: ReadonlyArray<readonly [words: string, action: RuleAction]> = [
  ['in app', { kind: 'in_app' }],
  ['not in app', { kind: 'not_in_app' }],
  ['ignore frame', { kind: 'ignore_frame' }],
]

const ACTIONS = ['fingerprint …', ...FRAME_ACTIONS.map(([words]) => words)]

function readAction(tokens: readonly Token[], arrow: Omit<Mistake, 'problem'>): RuleAction | Mistake {
  const [first, ...rest] = tokens
  if (first === undefined) return { ...arrow, problem: { code: 'no_action', actions: ACTIONS } }
  if (first.text === 'fingerprint' && first.kind === 'word') return readFingerprint(first, rest)
  const words = tokens.map(({ text }) => text).join(' ')
  const found = FRAME_ACTIONS.find(([name]) => name === words)
  if (found !== undefined) return found[1]
  return { from: first.from, to: tokens.at(-1)!.to, problem: { code: 'unknown_action', actions: ACTIONS } }
}

const MOST_PARTS = 10

function readFingerprint(action: Token, tokens: readonly Token[]): RuleAction | Mistake {
  if (tokens.length === 0) return { from: action.from, to: action.to, problem: { code: 'no_fingerprint' } }
  if (tokens.length > MOST_PARTS)
    return { ...tokens[MOST_PARTS]!, problem: { code: 'many_parts', most: MOST_PARTS } }
  const parts: FingerprintPart[] = []
  for (const { kind, text, from, to } of tokens) {
    if (kind === 'arrow') return { from, to, problem: { code: 'second_arrow' } }
    const variable = FINGERPRINT_VARIABLES.find((name) => name === text)
    if (kind === 'variable' && variable === undefined) {
      const variables = FINGERPRINT_VARIABLES.map((name) => `{{ ${name} }}`)
      return { from, to, problem: { code: 'unknown_variable', variables } }
    }
    if (kind !== 'variable' && (text === '' || text.length > LIMITS.rules.patternChars))
      return { from, to, problem: { code: 'part_length', most: LIMITS.rules.patternChars } }
    parts.push(kind === 'variable' ? { variable: variable! } : { text })
  }
  return { kind: 'fingerprint', parts }
}
