import { BIGINT, BOOLEAN, DOUBLE, LIST, VARCHAR, listValue } from '@duckdb/node-api'
import type { DuckDBType, DuckDBValue } from '@duckdb/node-api'

/** Collects the values of one statement. Each method answers the placeholder to write in their stead. */
export interface Bindings {
  readonly values: DuckDBValue[]
  readonly types: DuckDBType[]
  text(value: string): string
  texts(values: readonly string[]): string
  /** What is undefined is null. */
  optionalTexts(values: ReadonlyArray<string | undefined>): string
  /** Left to itself the driver binds a bigint as HUGEINT, which keeps zone maps from pruning. */
  integer(value: number | bigint): string
  number(value: number): string
  boolean(value: boolean): string
}

export function createBindings(): Bindings {
  const values: DuckDBValue[] = []
  const types: DuckDBType[] = []
  const add = (value: DuckDBValue, type: DuckDBType) => {
    types.push(type)
    return `$${values.push(value)}`
  }
  return {
    values,
    types,
    text: (value) => add(value.toWellFormed(), VARCHAR),
    texts: (all) => add(listValue(all.map((value) => value.toWellFormed())), LIST(VARCHAR)),
    optionalTexts: (all) => add(listValue(all.map((value) => value?.toWellFormed() ?? null)), LIST(VARCHAR)),
    integer: (value) => add(typeof value === 'bigint' ? value : wholeNumber(value), BIGINT),
    number: (value) => add(value, DOUBLE),
    boolean: (value) => add(value, BOOLEAN),
  }
}

/** Bounds are asked for as `>= from` and `< to`, so rounding up keeps their meaning. */
function wholeNumber(value: number): bigint {
  const bounded = Math.min(Math.max(Math.ceil(value), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
  return BigInt(bounded)
}
