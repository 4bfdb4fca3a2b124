import { LIMITS } from '#domain/limits.ts'
import { matchBrackets } from './brackets.ts'
import { contextName } from './names.ts'
import { createSteps, type Steps } from './steps.ts'
import { tokensOf, type Token } from './tokens.ts'

/** A function of a source text, from its first parameter or its name to its end. */
export interface FunctionRange {
  readonly start: number
  readonly end: number
  readonly name: string | undefined
}

interface Text {
  readonly tokens: readonly Token[]
  readonly partners: Int32Array
  /** The opening brace of each class body → the name of the class. */
  readonly classes: ReadonlyMap<number, string | undefined>
  readonly steps: Steps
}

const NO_METHOD =
  /^(?:if|for|while|switch|catch|with|function|return|typeof|await|new|throw|super|do|else|void|delete|case)$/
const MODIFIER = /^(?:async|static|get|set|public|private|protected|override|readonly|abstract|\*)$/

/** Every function, in the order in which they begin. */
export function functionsOf(source: string): readonly FunctionRange[] {
  const steps = createSteps(LIMITS.symbols.sourceSteps)
  const tokens = tokensOf(source, steps)
  const partners = matchBrackets(tokens)
  const text: Text = { tokens, partners, classes: classesOf(tokens, partners), steps }
  const ranges: FunctionRange[] = []
  const open: number[] = []
  for (const [index, token] of tokens.entries()) {
    if (partners[index]! > index) open.push(index)
    else if (partners[index] !== -1) while (open.length > 0 && open.at(-1)! >= partners[index]!) open.pop()
    const range = rangeAt(text, index, token, open.at(-1))
    if (range !== undefined) ranges.push(range)
  }
  return ranges.sort((a, b) => a.start - b.start)
}

function rangeAt(text: Text, index: number, token: Token, around: number | undefined) {
  if (token.kind === 'mark') return token.text === '=>' ? arrowAt(text, index, around) : undefined
  if (token.text === 'function' && token.kind === 'word') return functionAt(text, index)
  return token.kind === 'number' ? undefined : methodAt(text, index, around)
}

function functionAt(text: Text, index: number): FunctionRange | undefined {
  const { tokens, partners } = text
  if (tokens[index - 1]?.text === '.') return undefined
  let at = index + 1
  if (tokens[at]?.text === '*') at++
  const own = tokens[at]?.kind === 'word' ? tokens[at]!.text : undefined
  if (own !== undefined) at++
  const body = bodyAfter(text, parametersAt(text, at))
  if (body === undefined) return undefined
  const start = tokens[index - 1]?.text === 'async' ? index - 1 : index
  return rangeOf(tokens, index, partners[body]!, own ?? contextName(tokens, partners, start))
}

function arrowAt(text: Text, index: number, around: number | undefined): FunctionRange | undefined {
  const { tokens, partners } = text
  let start = arrowStart(tokens, partners, index)
  if (start === undefined) return undefined
  if (tokens[start - 1]?.text === 'async') start--
  const body = index + 1
  const end =
    tokens[body]?.text === '{' && partners[body] !== -1 ? partners[body]! : expressionEnd(text, body)
  const name = contextName(tokens, partners, start)
  return rangeOf(tokens, start, end, inClass(text, name, around))
}

function methodAt(text: Text, index: number, around: number | undefined): FunctionRange | undefined {
  const { tokens, partners } = text
  const { kind, text: word, onNewLine } = tokens[index]!
  const parameters = parametersAt(text, index + 1)
  if (parameters === undefined || NO_METHOD.test(word) || around === undefined) return undefined
  if (tokens[around]!.text !== '{') return undefined
  const before = tokens[index - 1]!
  const begins =
    /^[{};,]$/.test(before.text) || MODIFIER.test(before.text) || (onNewLine && text.classes.has(around))
  if (!begins) return undefined
  const body = bodyAfter(text, parameters)
  if (body === undefined) return undefined
  const name = kind === 'word' ? word : word.slice(1, -1)
  const shown =
    name === 'constructor' ? `new ${text.classes.get(around) ?? 'class'}` : inClass(text, name, around)
  return rangeOf(tokens, index, partners[body]!, shown)
}

function inClass({ classes }: Text, name: string | undefined, around: number | undefined) {
  const owner = around === undefined ? undefined : classes.get(around)
  return name === undefined || owner === undefined ? name : `${owner}.${name}`
}

function rangeOf(tokens: readonly Token[], first: number, last: number, name: string | undefined) {
  return { start: tokens[first]!.start, end: tokens[last]?.end ?? tokens.at(-1)!.end, name }
}

/** The opening parenthesis, with type parameters passed over. */
function parametersAt({ tokens, partners }: Text, at: number): number | undefined {
  let index = at
  if (tokens[index]?.text === '<') {
    for (let depth = 0; index < tokens.length && index < at + 60; index++) {
      const { text } = tokens[index]!
      if (text === '<') depth++
      else if (text === '>' && --depth === 0) break
      else if (text === ';') return undefined
      else if (partners[index]! > index) index = partners[index]!
    }
    index++
  }
  return tokens[index]?.text === '(' ? index : undefined
}

/** The brace that opens the body behind these parameters, with the return type passed over. */
function bodyAfter({ tokens, partners, steps }: Text, parameters: number | undefined): number | undefined {
  const closed = parameters === undefined ? -1 : partners[parameters]!
  if (closed === -1) return undefined
  let index = closed + 1
  if (tokens[index]?.text === ':') index = typeEnd(tokens, partners, index + 1, steps)
  return tokens[index]?.text === '{' && partners[index] !== -1 ? index : undefined
}

/** A brace behind a complete type is the body; behind a mark that asks for more, it belongs to the type. */
function typeEnd(tokens: readonly Token[], partners: Int32Array, from: number, steps: Steps): number {
  let complete = false
  for (let index = from; index < tokens.length; index++) {
    const { kind, text } = tokens[index]!
    steps.take(1)
    if (text === '{' && complete) return index
    if (text === ';' || text === '=' || text === '=>')
      return complete && text !== '=>' ? tokens.length : index
    if (/^[({[]$/.test(text)) {
      if (partners[index] === -1) return tokens.length
      index = partners[index]!
      complete = true
    } else complete = kind !== 'mark' || text === '>'
    if (kind === 'word' && /^(?:is|extends|keyof|typeof|asserts|infer|readonly)$/.test(text)) complete = false
  }
  return tokens.length
}

/** The first token of the parameters of an arrow. */
function arrowStart(tokens: readonly Token[], partners: Int32Array, arrow: number): number | undefined {
  const before = tokens[arrow - 1]
  if (before?.text === ')') return partners[arrow - 1] === -1 ? undefined : partners[arrow - 1]
  for (let index = arrow - 1; index > 0 && arrow - index < 40; index--) {
    const { text } = tokens[index]!
    if (/^[)\]}]$/.test(text) && partners[index] !== -1) index = partners[index]!
    else if (text === ':' && tokens[index - 1]?.text === ')') return partners[index - 1]!
    else if (/^[;({[,=?]$/.test(text)) break
  }
  return before?.kind === 'word' ? arrow - 1 : undefined
}

/** Where a body without braces ends: at a mark that closes what is around it, or where a new statement begins. */
function expressionEnd({ tokens, partners, steps }: Text, from: number): number {
  for (let index = from; index < tokens.length; index++) {
    const { kind, text, onNewLine } = tokens[index]!
    steps.take(1)
    if (/^[,;)\]}]$/.test(text)) return index - 1
    const before = tokens[index - 1]!
    if (index > from && onNewLine && kind !== 'mark' && endsExpression(before)) return index - 1
    if (partners[index]! > index) index = partners[index]!
  }
  return tokens.length - 1
}

function endsExpression({ kind, text }: Token): boolean {
  return kind === 'mark' ? /^[)\]}]$/.test(text) : !/^(?:await|typeof|new|void|in|of|instanceof)$/.test(text)
}

function classesOf(tokens: readonly Token[], partners: Int32Array): ReadonlyMap<number, string | undefined> {
  const classes = new Map<number, string | undefined>()
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' || token.text !== 'class' || tokens[index - 1]?.text === '.') continue
    const next = tokens[index + 1]
    const isNamed = next?.kind === 'word' && !/^(?:extends|implements)$/.test(next.text)
    const body = classBody(tokens, partners, index + 1)
    if (body !== undefined) {
      classes.set(body, isNamed ? next.text : contextName(tokens, partners, index))
    }
  }
  return classes
}

function classBody(tokens: readonly Token[], partners: Int32Array, from: number): number | undefined {
  for (let index = from; index < tokens.length && index < from + 80; index++) {
    const { text } = tokens[index]!
    if (text === '{') return index
    if (text === ';' || text === '=') return undefined
    if (text === '(' && partners[index]! > index) index = partners[index]!
  }
  return undefined
}
