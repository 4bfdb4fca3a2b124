/** Every value of a JSON document with the path that leads to it, as somebody would look for it. */
export function leavesOf(value: unknown, path = ''): ReadonlyArray<readonly [path: string, text: string]> {
  if (typeof value !== 'object' || value === null) return [[path, JSON.stringify(value) ?? 'null']]
  const entries = Object.entries(value)
  if (entries.length === 0) return [[path, Array.isArray(value) ? '[]' : '{}']]
  return entries.flatMap(([key, child]) => leavesOf(child, path === '' ? key : `${path}.${key}`))
}
