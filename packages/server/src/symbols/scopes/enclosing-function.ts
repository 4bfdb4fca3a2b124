import { functionsOf, type FunctionRange } from './functions.ts'

/** A text that can be asked which function a place belongs to. */
export interface Scopes {
  /** `line` from 1, `column` from 0. Undefined outside of all functions. */
  nameAt(line: number, column: number): string | undefined
}

export const ANONYMOUS = '<anonymous>'

export function scopesOf(source: string): Scopes {
  const functions = functionsOf(source)
  const starts = lineStarts(source)
  return {
    nameAt(line, column) {
      const start = starts[line - 1]
      return start === undefined ? undefined : nameOf(around(functions, start + column))
    },
  }
}

/** From the outside in. */
function around(functions: readonly FunctionRange[], offset: number): readonly FunctionRange[] {
  return functions.filter(({ start, end }) => start <= offset && offset < end)
}

/** A function without a name is called after the nearest one around it that has one. */
function nameOf(functions: readonly FunctionRange[]): string | undefined {
  const inner = functions.at(-1)
  if (inner === undefined) return undefined
  if (inner.name !== undefined) return inner.name
  const named = functions.findLast(({ name }) => name !== undefined)
  return named === undefined ? ANONYMOUS : `${named.name}.${ANONYMOUS}`
}

function lineStarts(source: string): readonly number[] {
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
