import { BOOLEAN, DOUBLE, LIST, VARCHAR, listValue } from '@duckdb/node-api'
import type { DuckDBType, DuckDBValue } from '@duckdb/node-api'

import { type Bindings, wholeNumber } from '#stores/telemetry/sql/dialect.ts'
import { DUCKDB } from './dialect.ts'

export interface DuckDbBindings extends Bindings {
  readonly values: DuckDBValue[]
  readonly types: DuckDBType[]
}

export function createBindings(): DuckDbBindings {
  const values: DuckDBValue[] = []
  const types: DuckDBType[] = []
  const add = (value: DuckDBValue, type: DuckDBType) => {
    types.push(type)
    return `$${values.push(value)}`
  }
  return {
    dialect: DUCKDB,
    values,
    types,
    // Written out: a statement without placeholders is planned once, not once more for its values. As hex digits, so that
    // no text can end its literal.
    text: (value) => `decode(unhex('${Buffer.from(value).toString('hex')}'))`,
    texts: (all) => add(listValue(all.map((value) => value.toWellFormed())), LIST(VARCHAR)),
    optionalTexts: (all) => add(listValue(all.map((value) => value?.toWellFormed() ?? null)), LIST(VARCHAR)),
    integer: (value) => `(${wholeNumber(value)})::bigint`,
    number: (value) => add(value, DOUBLE),
    boolean: (value) => add(value, BOOLEAN),
  }
}
