/**
 * Nodes of two versions run on one database while it is upgraded. A migration therefore expands: it adds what older versions
 * do without. One that contracts (removes, renames or tightens something) says in its name with which migration the product
 * stopped to use that: `0030-drop-colours-needs-0027`. The name is stored with the schema, so that an older version can tell.
 */
const NUMBER = /^(\d{4})[-_]/
const NEEDS = /[-_]needs[-_](\d{4})(?:\.sql)?$/

/** Whether a version whose newest migration is this one can run on a schema that has the unknown one as well. */
export function goesWithout(newestKnown: string, unknown: string): boolean {
  const known = NUMBER.exec(newestKnown)?.[1]
  const number = NUMBER.exec(unknown)?.[1]
  if (known === undefined || number === undefined || number <= known) return false
  return (neededBy(unknown) ?? '') <= known
}

/** What a migration that contracts needs, undefined for one that expands. */
export function neededBy(name: string): string | undefined {
  return NEEDS.exec(name)?.[1]
}
