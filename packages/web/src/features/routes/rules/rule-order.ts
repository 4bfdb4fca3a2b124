/** The same with one of them a place further on, or back; as it is at either end. */
export function moved(ids: readonly string[], id: string, by: -1 | 1): readonly string[] {
  const from = ids.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= ids.length) return ids
  return ids.with(from, ids[to]!).with(to, id)
}
