/** Half of what fits beside each other on a phone. */
const BEFORE = 24

/** The mistake with what stands around it; of a long query only the end of what is before, so that it is in sight. */
export function excerptAt(query: string, { at, length }: { readonly at: number; readonly length: number }) {
  const end = at + Math.max(1, length)
  const before = query.slice(0, at)
  return {
    before: before.length > BEFORE ? `…${before.slice(1 - BEFORE)}` : before,
    marked: query.slice(at, end) || ' ',
    after: query.slice(end),
  }
}
