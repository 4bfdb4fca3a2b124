import type { Token } from './tokens.ts'

const DECLARES = /^(?:const|let|var|static|public|private|protected|readonly|override|declare)$/
/** How far back an annotation is followed. */
const LONGEST_TYPE = 40
/** Calls around a function that are followed to a name. */
const MOST_CALLS = 100

/** The name that the code around gives to a function or class whose first token is at `start`. */
export function contextName(
  tokens: readonly Token[],
  partners: Int32Array,
  start: number,
): string | undefined {
  let at: number | undefined = start
  // The first argument of a call that is itself assigned: `const Row = memo(forwardRef(…))`, `const save = useCallback(…)`.
  for (let calls = 0; at !== undefined && calls < MOST_CALLS; calls++) {
    const before: Token | undefined = tokens[at - 1]
    if (before?.kind !== 'mark') return undefined
    if (before.text === '=') return assignedName(tokens, partners, at - 2)
    if (before.text === ':') return propertyName(tokens, at - 2)
    if (before.text !== '(') return undefined
    at = calleeStart(tokens, partners, at - 2)
  }
  return undefined
}

function assignedName(tokens: readonly Token[], partners: Int32Array, last: number): string | undefined {
  const target = tokens[last]
  if (target === undefined) return undefined
  const annotated = annotatedName(tokens, partners, last)
  if (annotated !== undefined) return annotated
  return target.kind === 'word' ? target.text : undefined
}

/** `const save: Handler<Event> =` names `save`. */
function annotatedName(tokens: readonly Token[], partners: Int32Array, last: number): string | undefined {
  for (let index = last, steps = 0; index > 0 && steps < LONGEST_TYPE; index--, steps++) {
    const { kind, text } = tokens[index]!
    if (kind === 'mark' && /^[)\]}]$/.test(text)) {
      const opening = partners[index]!
      if (opening === -1) return undefined
      index = opening
      continue
    }
    if (kind === 'mark' && /^(?:[;{([]|=)$/.test(text)) return undefined
    if (kind === 'word' && DECLARES.test(text)) return undefined
    if (text !== ':') continue
    const name = tokens[index - 1]
    const start = tokens[index - 2]
    const declared = start === undefined || DECLARES.test(start.text) || /^[;{},]$/.test(start.text)
    return name?.kind === 'word' && (declared || name.onNewLine) ? name.text : undefined
  }
  return undefined
}

function propertyName(tokens: readonly Token[], at: number): string | undefined {
  const key = tokens[at]
  const before = tokens[at - 1]
  if (key === undefined || before === undefined || !/^[{,]$/.test(before.text)) return undefined
  if (key.kind === 'word') return key.text
  return key.kind === 'text' && /^['"]/.test(key.text) ? key.text.slice(1, -1) : undefined
}

function calleeStart(tokens: readonly Token[], partners: Int32Array, end: number): number | undefined {
  let index = end
  // Type arguments: `forwardRef<HTMLElement, Props>(`.
  if (tokens[index]?.text === '>') {
    while (index > 0 && end - index < LONGEST_TYPE && tokens[index]!.text !== '<') index--
    index--
  }
  if (tokens[index]?.kind !== 'word') return undefined
  while (tokens[index - 1]?.text === '.' && tokens[index - 2]?.kind === 'word') index -= 2
  return partners[index] === -1 ? index : undefined
}
