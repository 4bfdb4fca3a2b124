import { type Bindings, wholeNumber } from '#stores/telemetry/sql/dialect.ts'
import { CLICKHOUSE } from './dialect.ts'

type Value = string | number | boolean | null | ReadonlyArray<string | bigint | null>

export interface ClickHouseBindings extends Bindings {
  /** By name, as the statement names them. */
  readonly values: Readonly<Record<string, Value>>
  readonly integers: (values: ReadonlyArray<number | bigint>) => string
}

export function createBindings(): ClickHouseBindings {
  const values: Record<string, Value> = {}
  let last = 0
  const add = (value: Value, type: string) => {
    const name = `p${++last}`
    values[name] = value
    return `{${name}:${type}}`
  }
  return {
    dialect: CLICKHOUSE,
    values,
    text: (value) => add(value.toWellFormed(), 'String'),
    texts: (all) =>
      add(
        all.map((value) => value.toWellFormed()),
        'Array(String)',
      ),
    optionalTexts: (all) =>
      add(
        all.map((value) => value?.toWellFormed() ?? null),
        'Array(Nullable(String))',
      ),
    integer: (value) => add(wholeNumber(value).toString(), 'Int64'),
    integers: (all) => add(all.map(wholeNumber), 'Array(Int64)'),
    number: (value) => add(value, 'Float64'),
    boolean: (value) => add(value, 'Bool'),
  }
}
