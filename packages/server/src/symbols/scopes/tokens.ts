import { LIMITS } from '#domain/limits.ts'
import { TooManyStepsError, type Steps } from './steps.ts'
import { templateEnd } from './template-end.ts'

export type TokenKind = 'word' | 'number' | 'text' | 'mark'

export interface Token {
  readonly kind: TokenKind
  readonly text: string
  readonly start: number
  readonly end: number
  /** A line break stands before it. */
  readonly onNewLine: boolean
}

const SPACE = /[ \t\r\n\f\v\u00a0\ufeff\u2028\u2029]+/y
const WORD = /[#A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y
const NUMBER = /\d[\w.]*/y
const MARK = /=>|[=!]==?|[<>]=|\?\.|\.\.\.|&&=?|\|\|=?|\?\?=?|[-+*/%&|^]=|\+\+|--|[\s\S]/y
const FLAGS = /\w*/y
/** Words after which a slash begins an expression. */
const BEFORE_EXPRESSION =
  /^(?:return|typeof|case|in|of|do|else|void|delete|throw|new|yield|await|instanceof)$/

/**
 * JavaScript, TypeScript or JSX as words and marks. It guesses where only a parser could know, so that one strange
 * line costs that line and not the file: a quotation that does not end on its line, as in the text of JSX, is none.
 */
export function tokensOf(source: string, steps: Steps): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  let onNewLine = false
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(source)?.[0]
  }
  const push = (kind: TokenKind, text: string, length = text.length) => {
    steps.take(length)
    if (tokens.length === LIMITS.symbols.sourceTokens) throw new TooManyStepsError('too many words and marks')
    tokens.push({ kind, text, start: at, end: at + length, onNewLine })
    at += length
    onNewLine = false
  }
  while (at < source.length) {
    const space = take(SPACE)
    if (space !== undefined) {
      onNewLine ||= space.includes('\n')
      at += space.length
      continue
    }
    const comment = commentLength(source, at)
    if (comment > 0) {
      onNewLine ||= source.slice(at, at + comment).includes('\n')
      at += comment
      continue
    }
    const quoted = quotedLength(source, at, steps)
    if (quoted > 0) {
      push('text', source.slice(at, at + quoted))
      continue
    }
    const word = take(WORD)
    if (word !== undefined) {
      push('word', word)
      continue
    }
    const number = take(NUMBER)
    if (number !== undefined) {
      push('number', number)
      continue
    }
    const isRegex = source[at] === '/' && mayBeRegex(tokens.at(-1), source[at + 1])
    const regex = isRegex ? regexLength(source, at, steps) : 0
    if (regex > 0) push('text', source.slice(at, at + regex))
    else push('mark', take(MARK)!)
  }
  return tokens
}

function commentLength(source: string, at: number): number {
  if (source[at] !== '/') return 0
  if (source[at + 1] === '/') {
    const end = source.indexOf('\n', at)
    return (end === -1 ? source.length : end) - at
  }
  if (source[at + 1] !== '*') return 0
  const end = source.indexOf('*/', at + 2)
  return (end === -1 ? source.length : end + 2) - at
}

function quotedLength(source: string, at: number, steps: Steps): number {
  const quote = source[at]
  if (quote === '`') return templateEnd(source, at) - at
  if (quote !== '"' && quote !== "'") return 0
  let index = at + 1
  for (; index < source.length; index++) {
    const char = source[index]
    if (char === '\\') index++
    else if (char === quote) return index + 1 - at
    else if (char === '\n') break
  }
  // The next quotation mark begins the same search again.
  steps.take(index - at)
  return 0
}

/** A regular expression that ends on its line, with its flags. */
function regexLength(source: string, at: number, steps: Steps): number {
  let inClass = false
  let index = at + 1
  for (; index < source.length; index++) {
    const char = source[index]
    if (char === '\n') break
    if (char === '\\') {
      if (source[++index] === '\n') break
    } else if (inClass) inClass = char !== ']'
    else if (char === '[') inClass = true
    else if (char === '/') {
      steps.take(index - at)
      if (index === at + 1) return 0
      FLAGS.lastIndex = index + 1
      return index + 1 - at + FLAGS.exec(source)![0].length
    }
  }
  steps.take(index - at)
  return 0
}

function mayBeRegex(before: Token | undefined, next: string | undefined): boolean {
  if (next === '>') return false
  if (before === undefined) return true
  if (before.kind === 'word') return BEFORE_EXPRESSION.test(before.text)
  return before.kind === 'mark' && !/^(?:[)\]}<]|\+\+|--)$/.test(before.text)
}
