import type { RuleError } from '@hindcast/contract/rules.ts'

export interface Mark {
  readonly text: string
  /** What is wrong with it; undefined: nothing. */
  readonly fault: string | undefined
}

/** The text cut into what is fine and what is not, in order; put together again it is the text. */
export function marksOf(text: string, errors: readonly RuleError[]): readonly Mark[] {
  const marks: Mark[] = []
  let at = 0
  for (const error of errors.toSorted((a, b) => a.line - b.line)) {
    const [from, to] = placeOf(text, error)
    if (from < at) continue
    marks.push(
      { text: text.slice(at, from), fault: undefined },
      { text: text.slice(from, to), fault: error.message },
    )
    at = to
  }
  marks.push({ text: text.slice(at), fault: undefined })
  return marks.filter((mark) => mark.text !== '')
}

/** Where in the text an error is, as a text field selects; what has changed meanwhile is held to the end of its line. */
export function placeOf(
  text: string,
  { line, column, length }: RuleError,
): readonly [from: number, to: number] {
  const lines = text.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  const own = lines[line - 1] ?? ''
  const from = Math.min(column - 1, Math.max(own.length - 1, 0))
  const to = Math.min(Math.max(from + length, from + 1), own.length)
  return [Math.min(start + from, text.length), Math.min(start + Math.max(to, from), text.length)]
}
