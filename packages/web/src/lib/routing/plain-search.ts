/** `?q=is:unresolved&peek=12` as people write it: no JSON in an address, and every value a text. */
export function parsePlainSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function writePlainSearch(
  search: Readonly<Record<string, string | number | undefined | null>>,
): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search))
    if (value !== undefined && value !== null) params.set(key, String(value))
  // These are in every query, and links full of %3A are unreadable.
  const text = params.toString().replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll('%21', '!')
  return text === '' ? '' : `?${text}`
}
