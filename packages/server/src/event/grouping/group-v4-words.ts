import { parameterise } from './group-v1-message.ts'

/*
 * FROZEN once released as a part of grouping version 4 (spec GR1). A change here splits existing issues; improvements
 * go into a new version.
 */

/** What two messages of one function differ in mostly stands in front; data mostly follows. */
const FIRST_WORDS = 3

/**
 * The first line of a message with its data replaced: numbers, ids and addresses as before, what
 * stands in quotes, and names with a number such as `node7`.
 */
export function wordsOf(message: string): string {
  return withoutQuoted(parameterise(message))
    .replaceAll(/<(?:hex|uuid|num|id)>/g, '<any>')
    .split(/\s+/)
    .map((word) => (/\p{Ll}_?\d/u.test(word) ? '<any>' : word))
    .join(' ')
}

/** Java quotes the expression that was null, which is code and no data: `… because "order.customer" is null`. */
const NULL_EXPRESSION = /^Cannot (?:invoke|read|assign|load|store|enter|throw) [^\n]{1,400} is null$/
const LONGEST = 200

/** What follows one of these is mostly data: `mail of ann`. */
const BEFORE_DATA = new Set(['of', 'for', 'from', 'to', 'with', 'in', 'at', 'by'])

/** What a message begins with, for stacks without source lines. A word with a digit is data. */
export function firstWords(message: string): string {
  if (NULL_EXPRESSION.test(message)) return message.slice(0, LONGEST).replaceAll(/\d+/g, '*')
  const words = wordsOf(message)
  const end = words.search(/: |[“‘«{=]|(?<!^)[([]|:$/)
  const start = end === -1 ? words : words.slice(0, end)
  const literal = start.split(/\s+/).filter((word) => word !== '' && !/[<\d]/.test(word))
  const data = literal.findIndex((word) => BEFORE_DATA.has(word))
  return literal.slice(0, Math.min(FIRST_WORDS, data === -1 ? FIRST_WORDS : data + 1)).join(' ')
}

const QUOTES = /["'`]/
const OF_WORD = /[\p{L}\p{N}]/u

/** `article 5 of 'it's red'` is `article 5 of <text>`: a quote within a word is an apostrophe. */
function withoutQuoted(text: string): string {
  let result = ''
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]!
    if (!QUOTES.test(mark) || OF_WORD.test(text[at - 1] ?? '')) continue
    const end = closing(text, mark, at + 1)
    if (end === -1) continue
    result += `${text.slice(from, at)}<text>`
    from = end + 1
    at = end
  }
  return result + text.slice(from)
}

/** The next mark that no word follows and no backslash precedes. */
function closing(text: string, mark: string, from: number): number {
  let at = text.indexOf(mark, from)
  while (at !== -1 && (text[at - 1] === '\\' || OF_WORD.test(text[at + 1] ?? '')))
    at = text.indexOf(mark, at + 1)
  return at
}
