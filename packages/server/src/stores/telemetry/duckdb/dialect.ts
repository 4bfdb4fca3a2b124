import type { Dialect } from '#stores/telemetry/sql/dialect.ts'

export const DUCKDB: Dialect = {
  lower: (text) => `lower(${text})`,
  contains: (text, part) => `contains(${text}, ${part})`,
  startsWith: (text, part) => `starts_with(${text}, ${part})`,
  endsWith: (text, part) => `ends_with(${text}, ${part})`,
  matches: (text, pattern) => `regexp_matches(${text}, ${pattern})`,
  between: (text, needle, end) => `split_part(split_part(${text}, ${needle}, 2), ${end}, 1)`,
  before: (text, separator) => `split_part(${text}, ${separator}, 1)`,
  eachPart: (text, separator) => `unnest(string_split(${text}, ${separator}))`,
  anyLine: (text, condition) =>
    `len(list_filter(string_split(${text}, chr(10)), lambda line: ${condition})) > 0`,
  asNumber: (text) => `try_cast(${text} as double)`,
  asText: (value) => `cast(${value} as varchar)`,
  quotient: (dividend, divisor) => `${dividend} // ${divisor}`,
  chance: (value) => `hash(${value}) / 18446744073709551616.0`,
  keyOf: (texts) => `hash(${texts.join(', ')})`,
  asKey: (text) => `${text}::ubigint`,
  isOneOf: (value, list) => `${value} in (select unnest(${list}))`,
  table: (columns) =>
    `select ${Object.entries(columns)
      .map(([name, list]) => `unnest(${list}) as ${name}`)
      .join(', ')}`,
  nullText: 'null::varchar',
  asBoolean: (text) => `${text}::boolean`,
  anyOf: (value) => `any_value(${value})`,
  anyTrue: (condition) => `bool_or(${condition})`,
  countIf: (condition) => `count_if(${condition})`,
  quantile: (value, share) => `approx_quantile(${value}, ${share})`,
  // As one value: to plan a list of thirty takes longer.
  quantiles: (value, shares) => `approx_quantile(${value}, '[${shares.join(', ')}]'::float[])`,
  distinct: (value) => `count(distinct ${value})`,
  greatest: (value, by) => `arg_max(${value}, ${by})`,
  upTo: (last) => `(select generate_series as part from generate_series(1, ${last}))`,
  asUuids: (list) => `list_transform(${list}, lambda id: id::uuid)`,
  bitOf: (value, list) => `1::bigint << coalesce(list_position(${list}, ${value}), 0)`,
  bitAt: (bits, place) => `(${bits} >> ${place}) & 1`,
}
