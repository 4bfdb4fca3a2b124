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
const REGEX = /\/(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y
/** Words after which a slash begins an expression. */
const BEFORE_EXPRESSION =
  /^(?:return|typeof|case|in|of|do|else|void|delete|throw|new|yield|await|instanceof)$/

/**
 * JavaScript, TypeScript or JSX as words and marks. It guesses where only a parser could know, so that one strange
 * line costs that line and not the file: a quotation that does not end on its line, as in the text of JSX, is none.
 */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  let onNewLine = false
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(source)?.[0]
  }
  const push = (kind: TokenKind, text: string, length = text.length) => {
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
    const quoted = quotedLength(source, at)
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
    const regex = source[at] === '/' && mayBeRegex(tokens.at(-1), source[at + 1]) ? take(REGEX) : undefined
    if (regex !== undefined) push('text', regex)
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

function quotedLength(source: string, at: number): number {
  const quote = source[at]
  if (quote === '`') return templateEnd(source, at) - at
  if (quote !== '"' && quote !== "'") return 0
  for (let index = at + 1; index < source.length; index++) {
    const char = source[index]
    if (char === '\\') index++
    else if (char === quote) return index + 1 - at
    else if (char === '\n') return 0
  }
  return 0
}

/** What stands in `${}` is passed over: functions inside a template are rare. */
function templateEnd(source: string, start: number): number {
  let depth = 0
  for (let index = start + 1; index < source.length; index++) {
    const char = source[index]
    if (char === '\\') index++
    else if (depth === 0 && char === '`') return index + 1
    else if (depth === 0 && char === '$' && source[index + 1] === '{') {
      depth = 1
      index++
    } else if (depth > 0 && char === '{') depth++
    else if (depth > 0 && char === '}') depth--
    else if (depth > 0 && char === '`') index = templateEnd(source, index) - 1
  }
  return source.length
}

function mayBeRegex(before: Token | undefined, next: string | undefined): boolean {
  if (next === '>') return false
  if (before === undefined) return true
  if (before.kind === 'word') return BEFORE_EXPRESSION.test(before.text)
  return before.kind === 'mark' && !/^(?:[)\]}<]|\+\+|--)$/.test(before.text)
}
