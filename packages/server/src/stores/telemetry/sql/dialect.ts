/** How an engine writes what engines write differently. Arguments are expressions, and so is what is answered. */
export interface Dialect {
  readonly lower: (text: string) => string
  readonly contains: (text: string, part: string) => string
  readonly startsWith: (text: string, part: string) => string
  readonly endsWith: (text: string, part: string) => string
  /** By RE2, which never backtracks. Options are part of the expression. */
  readonly matches: (text: string, pattern: string) => string
  /** What follows the needle, up to the end; of texts that contain the needle. */
  readonly between: (text: string, needle: string, end: string) => string
  /** All of it where the separator does not occur. */
  readonly before: (text: string, separator: string) => string
  /** A row for each part, as a column of a `select`. */
  readonly eachPart: (text: string, separator: string) => string
  /** Whether the condition holds for `line`, one of the lines. */
  readonly anyLine: (text: string, condition: string) => string
  /** Null for what is no number. */
  readonly asNumber: (text: string) => string
  readonly asText: (value: string) => string
  /** Whole, rounded down. */
  readonly quotient: (dividend: string, divisor: string) => string
  /** Between 0 and 1, by chance, always the same for the same value. */
  readonly chance: (value: string) => string
  /** A number for these texts together, always the same for the same; what is null is not the same as any text. */
  readonly keyOf: (texts: readonly string[]) => string
  /** The number that was written as text. */
  readonly asKey: (text: string) => string
  readonly isOneOf: (value: string, list: string) => string
  /** A `select` of a table that has these columns, each given as a list. */
  readonly table: (columns: Readonly<Record<string, string>>) => string
  readonly nullText: string
  /** Of 'true' and 'false', or null. */
  readonly asBoolean: (text: string) => string
  readonly anyOf: (value: string) => string
  readonly anyTrue: (condition: string) => string
  /** Of rows. */
  readonly countIf: (condition: string) => string
  /** Estimated. */
  readonly quantile: (value: string, share: number) => string
  /** A list of them, from one estimate. */
  readonly quantiles: (value: string, shares: readonly number[]) => string
  /** Exact up to tens of thousands, beyond that to within a per cent. */
  readonly distinct: (value: string) => string
  readonly greatest: (value: string, by: string) => string
  /** A table with the column `part`: every whole number from 1 to the last. */
  readonly upTo: (last: string) => string
  /** Uuids of a list of texts. */
  readonly asUuids: (list: string) => string
  /** A number with one bit, at the place that the value has in the list, the first of which is 1; 0 where it is not there. */
  readonly bitOf: (value: string, list: string) => string
  /** 1 or 0. */
  readonly bitAt: (bits: string, place: number) => string
}

/** Collects the values of one statement. Each method answers the placeholder to write in their stead. */
export interface Bindings {
  readonly dialect: Dialect
  readonly text: (value: string) => string
  readonly texts: (values: readonly string[]) => string
  /** What is undefined is null. */
  readonly optionalTexts: (values: ReadonlyArray<string | undefined>) => string
  /** Rounded up, so that `>= from` and `< to` keep their meaning. */
  readonly integer: (value: number | bigint) => string
  readonly number: (value: number) => string
  readonly boolean: (value: boolean) => string
}

export type Row = Readonly<Record<string, unknown>>

export interface Query {
  (sql: string, bind: Bindings): Promise<readonly Row[]>
  /** For the next statement. */
  readonly bindings: () => Bindings
}

/** Bounds are asked for as `>= from` and `< to`, so rounding up keeps their meaning. */
export function wholeNumber(value: number | bigint): bigint {
  if (typeof value === 'bigint') return value
  const bounded = Math.min(Math.max(Math.ceil(value), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
  return BigInt(bounded)
}
