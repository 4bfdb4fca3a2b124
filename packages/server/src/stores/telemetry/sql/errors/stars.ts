import type { Bindings } from '#stores/telemetry/sql/dialect.ts'

/**
 * A pattern with stars as a condition on a text that is in lower case already. Never LIKE: with an escape character
 * DuckDB tries every place of every part again, and a message of 200 characters takes it half a minute.
 */
export function starsOf(pattern: string, text: string, bind: Bindings): string {
  const [first = '', ...rest] = pattern.toLowerCase().split(/\*+/)
  const last = rest.pop()
  if (last === undefined) return `${text} = ${bind.text(first)}`
  if (rest.length === 1 && first === '' && last === '')
    return bind.dialect.contains(text, bind.text(rest[0]!))
  if (rest.length === 0 && last === '') return bind.dialect.startsWith(text, bind.text(first))
  if (rest.length === 0 && first === '') return bind.dialect.endsWith(text, bind.text(last))
  const inner = [first, ...rest, last].filter((part) => part !== '').map(literal)
  const source = `${first === '' ? '' : '^'}${inner.join('.*')}${last === '' ? '' : '$'}`
  return bind.dialect.matches(text, bind.text(asRe2(source, 's')))
}

/**
 * Without the group DuckDB's planner rewrites an expression of literals and `.*` to a LIKE with an escape character,
 * which backtracks; RE2 itself never does.
 */
export function asRe2(source: string, options: 's' | 'is'): string {
  return `(?${options})(${source})`
}

function literal(text: string): string {
  return text.replaceAll('\0', String.raw`\x00`).replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}
