/** Joins what is there; `false` and `undefined` are for conditions. */
export function cx(...names: ReadonlyArray<string | false | undefined>): string {
  return names.filter(Boolean).join(' ')
}
