import { storable } from '#stores/records/sql/text.ts'

const INT8 = 20
const NUMERIC = 1700

/** Every engine hands integers over as numbers. One that a number cannot hold is refused: it would come back as another. */
export function integer(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError(`The records hold an integer that is too large: ${text}.`)
  return value
}

/** Readers of column types, where they differ from the driver's. */
export const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map([
  [INT8, integer],
  // The sum of a column of integers.
  [NUMERIC, integer],
])

/** Postgres refuses NUL in any text, also in one that is only looked for. */
export function acceptable(parameter: unknown): unknown {
  if (typeof parameter === 'string') return parameter.includes('\0') ? storable(parameter) : parameter
  return Array.isArray(parameter) ? parameter.map(acceptable) : parameter
}
