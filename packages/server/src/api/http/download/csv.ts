import type { GenericSchema } from 'valibot'

/** Keys of a row that lead to one value, from the outside in. */
export type Column = readonly string[]

/** What lies deeper is written as JSON: a table with a column for each of it would be too wide to read. */
const DEEPEST = 3

/** The columns of a table by the schema of its rows, so that they do not depend on what is in it. */
export function columnsOf(row: GenericSchema, above: Column = []): readonly Column[] {
  const schema = unwrapped(row)
  const { entries } = schema as { readonly entries?: Readonly<Record<string, GenericSchema>> }
  if (schema.type !== 'object' || entries === undefined || above.length >= DEEPEST) return [above]
  return Object.entries(entries).flatMap(([name, entry]) => columnsOf(entry, [...above, name]))
}

function unwrapped(schema: GenericSchema): GenericSchema {
  const { wrapped } = schema as { readonly wrapped?: GenericSchema }
  return (schema.type === 'nullable' || schema.type === 'optional') && wrapped !== undefined
    ? unwrapped(wrapped)
    : schema
}

export function csvHeader(columns: readonly Column[]): string {
  return csvLine(columns.map((column) => column.join('.')))
}

export function csvRow(columns: readonly Column[], row: unknown): string {
  return csvLine(columns.map((column) => cellOf(column.reduce(valueAt, row))))
}

/** RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function valueAt(value: unknown, key: string): unknown {
  return value === null || value === undefined ? null : (value as Readonly<Record<string, unknown>>)[key]
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return withoutFormula(value)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}

const FORMULA = new Set(['=', '+', '-', '@', '\t', '\r', '\n'])

/** A spreadsheet runs a text that begins like a formula, and whoever sends events chooses the texts. */
function withoutFormula(text: string): string {
  return FORMULA.has(text.charAt(0)) ? `'${text}` : text
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
