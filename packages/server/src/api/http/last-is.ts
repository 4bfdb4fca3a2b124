/** The rows in order, with this ID last: tools that take the first row expect a project of their own. */
export function lastIs<T extends { readonly id: string }>(id: string | undefined, rows: readonly T[]): T[] {
  return [...rows.filter((row) => row.id !== id), ...rows.filter((row) => row.id === id)]
}
