import type { RuleError } from '@hindcast/contract/issues/rules.ts'

type Place = Pick<RuleError, 'line' | 'column' | 'length'>

export interface Mark {
  readonly text: string
  readonly faulty: boolean
}

/** The text cut into what is fine and what is not, in order; put together again it is the text. */
export function marksOf(text: string, errors: readonly Place[]): readonly Mark[] {
  const marks: Mark[] = []
  let at = 0
  for (const error of errors.toSorted((a, b) => a.line - b.line)) {
    const [from, to] = placeOf(text, error)
    if (from < at) continue
    marks.push({ text: text.slice(at, from), faulty: false }, { text: text.slice(from, to), faulty: true })
    at = to
  }
  marks.push({ text: text.slice(at), faulty: false })
  return marks.filter((mark) => mark.text !== '')
}

/** Where in the text an error is, as a text field selects; what has changed meanwhile is held to the end of its line. */
export function placeOf(text: string, { line, column, length }: Place): readonly [from: number, to: number] {
  const lines = text.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  const own = lines[line - 1] ?? ''
  const from = Math.min(column - 1, Math.max(own.length - 1, 0))
  const to = Math.min(Math.max(from + length, from + 1), own.length)
  return [Math.min(start + from, text.length), Math.min(start + Math.max(to, from), text.length)]
}
