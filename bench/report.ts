/** A figure beside the bar it is held to. */
interface Row {
  readonly what: string
  readonly figure: string
  readonly bar: string
  readonly value: number
}

/** Printed as they come, written to a file at the end. */
export const rows: Row[] = []
export const details: Record<string, unknown> = {}

export function report(row: Row): void {
  rows.push(row)
  console.log(`${row.what.padEnd(58)} ${row.figure.padStart(34)}   bar: ${row.bar}`)
}
