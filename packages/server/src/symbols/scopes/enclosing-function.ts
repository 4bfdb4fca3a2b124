import { functionsOf, type FunctionRange } from './functions.ts'

/** A text that can be asked which function a place belongs to. */
export interface Scopes {
  /** `line` from 1, `column` from 0. Undefined outside of all functions. */
  nameAt(line: number, column: number): string | undefined
}

export const ANONYMOUS = '<anonymous>'
/** Functions around a place that are looked through for a name. */
const MOST_AROUND = 1_000

/** Throws where the text takes more steps than it may. */
export function scopesOf(source: string): Scopes {
  const functions = functionsOf(source)
  const parents = parentsOf(functions)
  const starts = lineStarts(source)
  return {
    nameAt(line, column) {
      const start = starts[line - 1]
      return start === undefined ? undefined : nameOf(functions, parents, start + column)
    },
  }
}

/** For each function the last one before it that reaches beyond its start; -1 where there is none. */
function parentsOf(functions: readonly FunctionRange[]): Int32Array {
  const parents = new Int32Array(functions.length).fill(-1)
  const open: number[] = []
  for (const [index, { start }] of functions.entries()) {
    while (open.length > 0 && functions[open.at(-1)!]!.end <= start) open.pop()
    parents[index] = open.at(-1) ?? -1
    open.push(index)
  }
  return parents
}

/** A function without a name is called after the nearest one around it that has one. */
function nameOf(
  functions: readonly FunctionRange[],
  parents: Int32Array,
  offset: number,
): string | undefined {
  let found: string | undefined
  for (let at = lastBefore(functions, offset), steps = 0; at !== -1 && steps < MOST_AROUND; steps++) {
    const { end, name } = functions[at]!
    at = parents[at]!
    if (end <= offset) continue
    if (name !== undefined) return found === undefined ? name : `${name}.${ANONYMOUS}`
    found = ANONYMOUS
  }
  return found
}

/** The last function that begins at or before the offset. */
function lastBefore(functions: readonly FunctionRange[], offset: number): number {
  let low = 0
  let high = functions.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (functions[middle]!.start <= offset) low = middle + 1
    else high = middle
  }
  return low - 1
}

function lineStarts(source: string): readonly number[] {
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
