/** The rows in their order, with the one of this id behind all others: whoever takes the first means their own. */
export function lastIs<T extends { readonly id: string }>(id: string | undefined, rows: readonly T[]): T[] {
  return [...rows.filter((row) => row.id !== id), ...rows.filter((row) => row.id === id)]
}
