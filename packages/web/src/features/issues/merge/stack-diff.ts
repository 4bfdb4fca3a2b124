import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { asWritten, isComponentStack, type SentFrame } from '#product/issues/original-frame.ts'

export interface DiffLine {
  /** `left` and `right`: only one of the stacks has it. */
  readonly side: 'both' | 'left' | 'right'
  readonly name: string
  readonly file: string
  readonly inApp: boolean
}

/** The newest frames decide what an error is; what lies further out is how it was reached. */
const FRAMES = 24

/** The stack that an event is about, newest first. */
export function stackOf({
  exceptions,
  threads,
}: Pick<EventView, 'exceptions' | 'threads'>): readonly SentFrame[] {
  const exception = exceptions.findLast((one) => !isComponentStack(one)) ?? exceptions.at(-1) ?? threads[0]
  return (exception?.frames ?? []).toReversed().slice(0, FRAMES).map(asWritten)
}

/**
 * Both stacks as one list, newest first: frames that are the same stand once. Lines and columns take no part, because
 * the next build moves them.
 */
export function stackDiff(left: readonly SentFrame[], right: readonly SentFrame[]): readonly DiffLine[] {
  const [a, b] = [left.map(lineOf), right.map(lineOf)]
  const longest = lengths(a, b)
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && isSame(a[i]!, b[j]!)) {
      lines.push({ side: 'both', ...a[i]! })
      i++
      j++
    } else if (j >= b.length || (i < a.length && longest[i + 1]![j]! >= longest[i]![j + 1]!)) {
      lines.push({ side: 'left', ...a[i++]! })
    } else {
      lines.push({ side: 'right', ...b[j++]! })
    }
  }
  return lines
}

type Line = Omit<DiffLine, 'side'>

function lineOf(frame: SentFrame): Line {
  const file = frame.filename ?? frame.module ?? frame.absPath ?? '?'
  return { name: frame.function ?? '?', file: file.replace(/[?#].*$/, ''), inApp: frame.inApp }
}

function isSame(a: Line, b: Line): boolean {
  return a.name === b.name && a.file === b.file
}

/** How many frames the rests of both stacks have in common, from each pair of places on. */
function lengths(a: readonly Line[], b: readonly Line[]): ReadonlyArray<readonly number[]> {
  const table = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0))
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i]![j] = isSame(a[i]!, b[j]!)
        ? table[i + 1]![j + 1]! + 1
        : Math.max(table[i + 1]![j]!, table[i]![j + 1]!)
    }
  }
  return table
}
