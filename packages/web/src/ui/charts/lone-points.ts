/** Points without a neighbour: a line would not show them. */
export function lonePoints(values: ReadonlyArray<number | null | undefined>): number[] {
  const has = (at: number) => typeof values[at] === 'number'
  return values.flatMap((_, at) => (has(at) && !has(at - 1) && !has(at + 1) ? [at] : []))
}
