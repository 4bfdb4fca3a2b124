const LONGEST = 50

/** Lower-case words with hyphens, as used in addresses. Never digits only, so a slug cannot be taken for an id. */
export function slugOf(name: string, what = 'project'): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-|-$/g, '')
  if (words === '') return what
  return /^\d+$/.test(words) ? `${what}-${words}` : words
}

/** The slug itself, or with the first free number behind it. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let candidate = slug
  for (let number = 2; taken.has(candidate); number++) candidate = `${slug}-${number}`
  return candidate
}
