/** What a query string can say to an ingest address. */
export interface SentryQuery {
  key: string | undefined
  version: string | undefined
  client: string | undefined
  environment: string | undefined
  release: string | undefined
  data: string | undefined
}

const FIELDS: ReadonlyArray<readonly [start: string, field: keyof SentryQuery]> = [
  ['sentry_version=', 'version'],
  ['sentry_key=', 'key'],
  ['sentry_client=', 'client'],
  ['sentry_environment=', 'environment'],
  ['sentry_release=', 'release'],
  ['sentry_data=', 'data'],
]

/** Reads `a=b&c=d` (no question mark). The first value of a name counts; names of others are skipped. */
export function parseSentryQuery(query: string): SentryQuery {
  const found: SentryQuery = {
    key: undefined,
    version: undefined,
    client: undefined,
    environment: undefined,
    release: undefined,
    data: undefined,
  }
  let start = 0
  while (start < query.length) {
    let end = query.indexOf('&', start)
    if (end === -1) end = query.length
    if (query.startsWith('sentry_', start)) readPair(query, start, end, found)
    start = end + 1
  }
  return found
}

function readPair(query: string, start: number, end: number, found: SentryQuery): void {
  for (const [name, field] of FIELDS) {
    if (!query.startsWith(name, start)) continue
    const value = query.slice(start + name.length, end)
    if (value !== '') found[field] ??= decodeQueryValue(value)
    return
  }
}

function decodeQueryValue(value: string): string {
  if (!value.includes('%') && !value.includes('+')) return value
  const spaced = value.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
