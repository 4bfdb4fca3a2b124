import type { Bindings } from '#stores/telemetry/duckdb/bindings.ts'

/**
 * A pattern with stars as a condition on a text that is in lower case already. Never LIKE: with an escape character
 * DuckDB tries every place of every part again, and a message of 200 characters takes it half a minute.
 */
export function starsOf(pattern: string, text: string, bind: Bindings): string {
  const [first = '', ...rest] = pattern.toLowerCase().split(/\*+/)
  const last = rest.pop()
  if (last === undefined) return `${text} = ${bind.text(first)}`
  if (rest.length === 1 && first === '' && last === '') return `contains(${text}, ${bind.text(rest[0]!)})`
  if (rest.length === 0 && last === '') return `starts_with(${text}, ${bind.text(first)})`
  if (rest.length === 0 && first === '') return `ends_with(${text}, ${bind.text(last)})`
  const inner = [first, ...rest, last].filter((part) => part !== '').map(literal)
  const source = `${first === '' ? '' : '^'}${asRe2(inner.join('.*'))}${last === '' ? '' : '$'}`
  return `regexp_matches(${text}, ${bind.text(source)}, 's')`
}

/**
 * Without the group DuckDB's planner rewrites an expression of literals and `.*` to a LIKE with an escape character,
 * which backtracks; RE2 itself never does.
 */
export function asRe2(source: string): string {
  return `(${source})`
}

function literal(text: string): string {
  return text.replaceAll('\0', String.raw`\x00`).replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}
