import type { Dialect } from '#stores/telemetry/sql/dialect.ts'

export const CLICKHOUSE: Dialect = {
  lower: (text) => `lowerUTF8(${text})`,
  contains: (text, part) => `(position(${text}, ${part}) > 0)`,
  startsWith: (text, part) => `startsWith(${text}, ${part})`,
  endsWith: (text, part) => `endsWith(${text}, ${part})`,
  matches: (text, pattern) => `match(${text}, ${pattern})`,
  between: (text, needle, end) => `splitByString(${end}, splitByString(${needle}, ${text})[2])[1]`,
  before: (text, separator) => `substringIndex(${text}, ${separator}, 1)`,
  eachPart: (text, separator) => `arrayJoin(splitByString(${separator}, ${text}))`,
  anyLine: (text, condition) =>
    `arrayExists(line -> ${condition}, splitByString('\\n', coalesce(${text}, '')))`,
  asNumber: (text) => `toFloat64OrNull(toString(${text}))`,
  asText: (value) => `toString(${value})`,
  quotient: (dividend, divisor) => `intDiv(${dividend}, ${divisor})`,
  chance: (value) => `intHash64(${value}) / 18446744073709551616.0`,
  // Of a null alone the hash is null.
  keyOf: (texts) => `sipHash64(${texts.map((text) => `coalesce(${text}, ''), isNull(${text})`).join(', ')})`,
  asKey: (text) => `toUInt64(${text})`,
  isOneOf: (value, list) => `${value} in ${list}`,
  table: (columns) => {
    const names = Object.keys(columns)
    const each = names.map((name, index) => `zipped.${index + 1} as ${name}`)
    return `select ${each.join(', ')} from (select arrayJoin(arrayZip(${Object.values(columns).join(', ')})) as zipped)`
  },
  nullText: 'cast(null as Nullable(String))',
  asBoolean: (text) => `cast(${text} as Nullable(Bool))`,
  anyOf: (value) => `any(${value})`,
  anyTrue: (condition) => `max(${condition})`,
  countIf: (condition) => `countIf(${condition})`,
  quantile: (value, share) => `quantile(${share})(${value})`,
  quantiles: (value, shares) => `quantiles(${shares.join(', ')})(${value})`,
  distinct: (value) => `uniq(${value})`,
  greatest: (value, by) => `argMax(${value}, ${by})`,
  upTo: (last) => `(select arrayJoin(range(1, ${last} + 1)) as part)`,
  // With a function over the list the key is not used.
  asUuids: (list) => `cast(${list}, 'Array(UUID)')`,
  bitOf: (value, list) => `bitShiftLeft(toInt64(1), indexOf(${list}, ${value}))`,
  bitAt: (bits, place) => `bitTest(${bits}, ${place})`,
}
