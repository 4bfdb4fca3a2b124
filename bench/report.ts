/** A figure beside the bar it is held to. */
export interface Row {
  readonly what: string
  readonly figure: string
  readonly bar: string
  readonly value: number
}

type FormName = 'embedded' | 'scaled'

interface ReportedRow extends Row {
  readonly form: FormName
}

/** Printed as they come, written to a file at the end. */
export const rows: ReportedRow[] = []
export const details: Record<string, unknown> = {}

export const report = (row: Row): void => reportAs('embedded', row)

export function reportAs(form: FormName, row: Row): void {
  rows.push({ ...row, form })
  const said = form === 'scaled' ? `scaled: ${row.what}` : row.what
  console.log(`${said.padEnd(58)} ${row.figure.padStart(34)}   bar: ${row.bar}`)
}

const HEADS = ['', 'embedded', 'scaled', 'bar'] as const

/** Each figure beside that of the other form. What one form alone has is told in its column. */
export function sideBySide(): string {
  const lines = rows
    .filter((row) => row.form === 'embedded' || figureOf(row.what, 'embedded') === undefined)
    .map(({ what, bar }) => [what, figureOf(what, 'embedded') ?? '–', figureOf(what, 'scaled') ?? '–', bar])
  const table = [HEADS, ...lines]
  const widths = HEADS.map((_, column) => Math.max(...table.map((line) => line[column]!.length)))
  const written = (line: readonly string[]) =>
    `| ${line.map((text, column) => text.padEnd(widths[column]!)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [written(HEADS), rule, ...lines.map(written)].join('\n')
}

function figureOf(what: string, form: FormName): string | undefined {
  return rows.find((row) => row.form === form && row.what === what)?.figure
}
