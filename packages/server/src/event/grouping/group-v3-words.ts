/* FROZEN once released as a part of grouping version 3 (spec GR1). */

interface Said {
  readonly type: string
  readonly message: string
}

type Wording = readonly [pattern: RegExp, common: (match: RegExpExecArray) => Partial<Said>]

const ABSENT = (what: string, property: string) => `no ${memberOf(property)} on ${what}`

/** Chromium, Firefox and Safari, in this order, where they differ. */
const WORDINGS: readonly Wording[] = [
  [/^Minified React error #(\d+)/, ([, code]) => ({ message: `Minified React error #${code}` })],
  [
    /^Cannot (?:read|set) propert(?:ies|y) of (undefined|null) \((?:reading|setting) '(.*)'\)$/,
    ([, what, property]) => ({ message: ABSENT(what!, property!) }),
  ],
  [
    /^Cannot (?:read|set) property '(.*)' of (undefined|null)$/,
    ([, property, what]) => ({ message: ABSENT(what!, property!) }),
  ],
  [
    /^can't access property "(.*)"(?:, .* is (undefined|null)| of (undefined|null))$/,
    ([, property, what, other]) => ({ message: ABSENT(what ?? other!, property!) }),
  ],
  [
    /^(undefined|null) is not an object \(evaluating '(.*)'\)$/,
    ([, what, expression]) => ({ message: ABSENT(what!, expression!.split(' = ', 1)[0]!) }),
  ],
  [
    /^(.*?) is not (a function|iterable|a constructor)(?:\.? \(.*\)|\.)?$/,
    ([, expression, what]) => ({ message: `not ${what}: ${memberOf(expression!)}` }),
  ],
  [
    /^(?:(\S+) is not defined|Can't find variable: (\S+))$/,
    ([, name, other]) => ({ message: `no variable ${memberOf(name ?? other!)}` }),
  ],
  [
    /^(?:Maximum call stack size exceeded\.?|too much recursion)$/,
    () => ({ type: 'RangeError', message: 'too much recursion' }),
  ],
  [
    /^(?:Failed to execute 'setItem' on 'Storage': .*exceeded the quota|The quota has been exceeded|QuotaExceededError|NS_ERROR_DOM_QUOTA_REACHED)/,
    () => ({ type: 'QuotaExceededError', message: 'the quota of the storage is used up' }),
  ],
  [
    /^(?:Unexpected end of JSON input|JSON\.parse: unexpected end of data|JSON Parse error: Unexpected EOF)/,
    () => ({ message: 'the JSON ends too early' }),
  ],
  [
    /^(?:Unexpected token .* (?:is not valid JSON|in JSON at position .*)|JSON\.parse: unexpected (?:character|non-whitespace character after JSON data) |JSON Parse error: (?:Unrecognized token|Unexpected identifier))/,
    () => ({ message: 'this is not JSON' }),
  ],
]

export function inCommonWords(type: string, message: string): Said {
  for (const [pattern, common] of WORDINGS) {
    const match = pattern.exec(message)
    if (match !== null) return { type, message, ...common(match) }
  }
  // Which digits an id has decides what it was taken for.
  return { type, message: message.replaceAll(/<(?:hex|uuid|num|id)>/g, '<any>') }
}

/** `t.item.price` and `e.price` are `price`; a name of a minifier is none. */
function memberOf(expression: string): string {
  const name = lastName(expression.replaceAll(/\((?:[^()]|\([^()]*\))*\)/g, ''))
  const isMember = /[.[]/.test(expression) || expression === name
  return isMember && (name.length > 2 || /^<|[.[]/.test(expression)) ? name : '*'
}

const WORD = /[\w$]/
const OF_NAME = /[\w$<>#-]/

/** What `/([\w$<>#-]+)[^\w$]*$/` finds, whose cost grows with the third power of a run of dashes. */
function lastName(text: string): string {
  let last = text.length - 1
  while (last >= 0 && !WORD.test(text[last]!)) last -= 1
  let start = last === -1 ? text.search(OF_NAME) : last
  if (start === -1) return ''
  let end = start
  while (start > 0 && OF_NAME.test(text[start - 1]!)) start -= 1
  while (end < text.length && OF_NAME.test(text[end]!)) end += 1
  return text.slice(start, end)
}
